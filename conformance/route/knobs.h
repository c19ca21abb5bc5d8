#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "opencl/program/kernel_file.h"
#include "specs/case.h"

namespace assay::conformance {

/// One respect in which routed cases of an operator differ, with the values that it may have. A
/// campaign's cases should bring any two values of two knobs together.
struct Knob {
  std::string name;
  std::vector<std::string> values;
  /// The index of a case's value; as many as there are values for one that is none of them.
  std::function<std::size_t(const specs::Case&, const Route&)> read;
  /// Of a route's knob: makes a route have a value.
  std::function<void(Route&, std::size_t value)> set;
};

/// An operator's knobs: level, data types, dimension count, fills, layouts, sizes, enumerations;
/// then the route's. They are the same on every device.
class Knobs {
 public:
  /// Index of each knob's value.
  using Values = std::vector<std::uint8_t>;

  Knobs(const specs::Spec& spec, const opencl::KernelFile& kernels);

  const specs::Spec& spec() const { return spec_; }
  const std::vector<Knob>& all() const { return knobs_; }
  /// The first knob of the route; the variant is the first of them.
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
  /// Whether the route cannot have both: a variant with a local size of its own, and another.
  bool clash(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return i == route_begin_ && fixed_local_[a] && knobs_[j].name == "local" && b != 0;
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
  void add_route_knobs(const opencl::KernelFile& kernels);
  void add(std::string name, std::vector<std::string> values,
           std::function<std::size_t(const specs::Case&, const Route&)> read,
           std::function<void(Route&, std::size_t)> set = {});

  void read_one(std::size_t knob, const specs::Case& c, const Route& route, Values& values) const {
    values[knob] = static_cast<std::uint8_t>(knobs_[knob].read(c, route));
  }

  const specs::Spec& spec_;
  std::vector<Knob> knobs_;
  std::size_t route_begin_ = 0, pairs_ = 0;
  /// The knob of the route that depends on the case, too; none in most operators.
  std::optional<std::size_t> in_place_;
  /// By pair of knobs: the number of their first pair of values.
  std::vector<std::size_t> base_;
  /// By knob: how many values it has.
  std::vector<std::size_t> widths_;
  /// By variant.
  std::vector<bool> fixed_local_;
};

/// Whether an output that the operator allows to lie in an input's memory is described like it.
bool in_place_possible(const specs::Case& c);

}  // namespace assay::conformance
