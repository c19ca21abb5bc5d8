#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/route/route_field.h"
#include "opencl/program/kernel_file.h"
#include "specs/case.h"

namespace assay::conformance {

/// One property in which the cases of an operator or their routes differ, and the values that it
/// can have. The cases of a campaign should combine each value of a knob with each value of every
/// other knob.
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
    /// A field of the route other than the variant.
    Field
  };
  Of of;
  std::string name;
  std::vector<std::string> values;
  /// Gives the index of the value that a case on a route has. The index is values.size() or more if
  /// that value is not listed.
  std::function<std::size_t(const specs::Case&, const Route&)> read;
  /// Gives a route the value with this index. Knobs of the case have no such function.
  std::function<void(Route&, std::size_t value)> set = {};
  /// The row of the field in route_fields(). Null for knobs that are no field of the route.
  const RouteField* field = nullptr;
  /// Of the knob of the variant: the variants; empty for other knobs.
  std::vector<opencl::Variant> variants = {};

  /// Whether this is a field of the route and only some cases can have a value other than the
  /// first.
  bool depends_on_case() const { return field && field->possible_in; }
  /// Whether this is a knob of the route and only some cases can have the value.
  bool is_of_some_cases(std::size_t value) const {
    return of == Of::Variant ? !variants[value].takes_all_types() : value != 0 && depends_on_case();
  }
  /// Whether the case can have the value.
  bool goes_with(const specs::Case& c, std::size_t value) const {
    return !is_of_some_cases(value) ||
           (of == Of::Variant ? variants[value].takes(types_of(c.descriptor))
                              : field->possible_in(c));
  }
  /// Whether drivers build for the value.
  bool is_built() const { return of == Of::Variant || (field && field->builds()); }
  /// Whether devices may lack the value.
  bool is_optional(std::size_t value) const {
    return of == Of::Variant ? variants[value].is_optional()
                             : field && field->is_optional(field->covered[value]);
  }
};

/// An operator's knobs. The knobs of the case come first: the first is the level, and the last is
/// the number of elements. The knobs of the route follow: the first is the variant. An operator has
/// the same knobs on every device.
class Knobs {
 public:
  /// The index of the value of each knob.
  using Values = std::vector<std::uint8_t>;

  Knobs(const specs::Spec& spec, const opencl::KernelFile& kernels);

  const specs::Spec& spec() const { return spec_; }
  const std::vector<Knob>& all() const { return knobs_; }
  /// The first knob of the route.
  std::size_t route_begin() const { return route_begin_; }

  void read(const specs::Case& c, const Route& route, Values& values) const;
  /// Does the same, faster. `values` must be those of another case on the same route.
  void read_next(const specs::Case& c, const Route& route, Values& values) const;

  /// The number of pairs of values of two different knobs. Impossible pairs are counted, too.
  std::size_t pairs() const { return pairs_; }
  /// The number of the pair of value `a` of knob `i` and value `b` of knob `j`. `i` must be less
  /// than `j`.
  std::size_t pair(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return base_[i * knobs_.size() + j] + a * widths_[j] + b;
  }
  /// Whether no route can have both values because knob `i` is the variant and its value `a` fixes
  /// the field of knob `j`. For example, a variant with a local size of its own fixes the field
  /// `local`.
  bool clash(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return i == route_begin_ && b != 0 && knobs_[j].field && knobs_[j].field->fixed_by &&
           knobs_[j].field->fixed_by(knobs_[i].variants[a]);
  }
  /// One byte for each of the pairs() pairs. It is not 0 if a case had the pair.
  using Marks = std::vector<std::uint8_t>;
  /// Marks the pairs of `values`. `marked` are values whose pairs are already marked, or empty.
  /// Pairs that both have are not marked again: the cases of a batch have most values in common.
  void mark(const Values& values, const Values& marked, Marks& marks) const;
  /// The name of a pair, such as `level=4_1 fill=special`.
  std::string pair_name(std::size_t pair) const;

 private:
  void add_case_knobs();
  void add_tensor_count(const ops::Member& m);
  /// The knob of a flag, an enumeration or an optional struct; other members have none.
  void add_choice(const ops::Member& m);
  void add_tensor(const ops::Member& m);
  void add_fills();
  void add_route_knobs(const std::vector<opencl::Variant>& variants);
  template <class Read>
  void add(Knob::Of of, std::string name, std::vector<std::string> values, Read read);

  void read_one(std::size_t knob, const specs::Case& c, const Route& route, Values& values) const {
    values[knob] = static_cast<std::uint8_t>(knobs_[knob].read(c, route));
  }

  const specs::Spec& spec_;
  std::vector<Knob> knobs_;
  std::size_t route_begin_ = 0, pairs_ = 0;
  /// The knobs for which depends_on_case() holds; most operators have none.
  std::vector<std::size_t> dependent_;
  /// For each pair of knobs, the number of their first pair of values.
  std::vector<std::size_t> base_;
  /// For each knob, the number of its values.
  std::vector<std::size_t> widths_;
};

}  // namespace assay::conformance
