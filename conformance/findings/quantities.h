#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "specs/case.h"

namespace assay::conformance {

/// A number that the kernels of an operator may depend on. Which numbers those are follows from the
/// operator's spec and from the route, by the same rules for every operator.
struct Quantity {
  /// As it stands in a report: `K`, `InputTensor.Sizes[Axis]`, `elements of OutputTensor`. Names of
  /// a spec's `let` stand for what the spec says.
  std::string name;
  /// How unlikely it is as a cause; the greater, the less likely (Properties::Property::cost).
  unsigned cost = 0;
  /// Whether kernels may treat what is left by 4, 16 or 64 in another way.
  bool is_divided = false;
  /// Nothing where a case has no such number.
  std::function<std::optional<std::int64_t>(const specs::Case&, const Route&)> of;
};

/// The local size that is asked for; the integers among the names of `let`, and what the operator
/// adds up; the integer members; the sizes that rules name, and where one is of an axis, the
/// products of those before and behind it; and of each tensor its number of elements, its first and
/// its last size, and of outputs the number of groups that have an item for each element.
std::vector<Quantity> quantities_of(const specs::Spec& spec);

/// Numbers are told apart by classes: each small number is one, and so is each power of two, with
/// those that lie between two of them. A class goes from its least number to below that of the
/// next. Classes without a number before the first one are none.
constexpr std::array<std::int64_t, 28> kLeastOfClass{
    0,  1,  2,   3,   4,   5,   6,   7,   8,    9,    16,   17,   32,    33,
    64, 65, 128, 129, 256, 257, 512, 513, 1024, 1025, 4096, 4097, 65536, 65537};

/// The class of a number, or nothing for one below all of them.
std::optional<std::size_t> class_of(std::int64_t number);

/// What is said of a class: `=4`, ` in 17..31`, `>=65537`.
std::string class_text(std::size_t number_of_class);

}  // namespace assay::conformance
