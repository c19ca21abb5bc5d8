#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/route/route_field.h"
#include "opencl/program/kernel_file.h"
#include "specs/case.h"

namespace assay::conformance {

/// One respect in which routed cases of an operator differ, with the values that it may have. A
/// campaign's cases should bring any two values of two knobs together.
struct Knob {
  enum class Of : std::uint8_t {
    Level,
    /// A flag or an enumeration of the operator.
    Member,
    Type,
    Layout,
    Bytes,
    Alignment,
    Dimensions,
    Fill,
    Indices,
    Elements,
    Variant,
    /// A field of the route, but for the variant.
    Field
  };
  Of of;
  std::string name;
  std::vector<std::string> values;
  /// The index of a case's value; values.size() where the case has a value that is not listed.
  std::function<std::size_t(const specs::Case&, const Route&)> read;
  /// Gives a route a value. Knobs of the case have no such function.
  std::function<void(Route&, std::size_t value)> set = {};
  /// The row of a field of the route; null for other knobs.
  const RouteField* field = nullptr;

  /// Whether it is a knob of the route of which only some cases can have another value than the
  /// first.
  bool depends_on_case() const { return field && field->possible_in; }
  /// Whether the case can have the value.
  bool goes_with(const specs::Case& c, std::size_t value) const {
    return value == 0 || !depends_on_case() || field->possible_in(c);
  }
};

/// An operator's knobs. Those of the case come first: the level is the first of them, the number of
/// elements the last. Those of the route follow: the variant is the first of them. An operator has
/// the same knobs on every device.
class Knobs {
 public:
  /// Index of each knob's value.
  using Values = std::vector<std::uint8_t>;

  Knobs(const specs::Spec& spec, const opencl::KernelFile& kernels);

  const specs::Spec& spec() const { return spec_; }
  const std::vector<Knob>& all() const { return knobs_; }
  /// The first knob of the route.
  std::size_t route_begin() const { return route_begin_; }

  void read(const specs::Case& c, const Route& route, Values& values) const;
  /// The same, where `values` are of another case by the same route.
  void read_next(const specs::Case& c, const Route& route, Values& values) const;

  /// How many pairs of values there are of two knobs, possible or not.
  std::size_t pairs() const { return pairs_; }
  /// The number of a pair of values, knob i before knob j.
  std::size_t pair(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return base_[i * knobs_.size() + j] + a * widths_[j] + b;
  }
  /// Whether no route can have both values, because value `a` is a variant that fixes field `j` (a
  /// variant with a local size of its own fixes the local size).
  bool clash(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return i == route_begin_ && b != 0 && knobs_[j].field && knobs_[j].field->fixed_by &&
           knobs_[j].field->fixed_by(variants_[a]);
  }
  /// One of pairs() bytes each: not 0 where it was met.
  using Marks = std::vector<std::uint8_t>;
  /// Marks the pairs of `values`. `marked` are values whose pairs are marked already, or nothing:
  /// the cases of a batch have most in common.
  void mark(const Values& values, const Values& marked, Marks& marks) const;
  /// `level=4_1 fill=special`
  std::string pair_name(std::size_t pair) const;

 private:
  void add_case_knobs();
  void add_route_knobs();
  template <class Read>
  void add(Knob::Of of, std::string name, std::vector<std::string> values, Read read);

  void read_one(std::size_t knob, const specs::Case& c, const Route& route, Values& values) const {
    values[knob] = static_cast<std::uint8_t>(knobs_[knob].read(c, route));
  }

  const specs::Spec& spec_;
  std::vector<opencl::Variant> variants_;
  std::vector<Knob> knobs_;
  std::size_t route_begin_ = 0, pairs_ = 0;
  /// The knobs for which depends_on_case() holds; most operators have none.
  std::vector<std::size_t> dependent_;
  /// By pair of knobs: the number of their first pair of values.
  std::vector<std::size_t> base_;
  /// By knob: how many values it has.
  std::vector<std::size_t> widths_;
};

}  // namespace assay::conformance
