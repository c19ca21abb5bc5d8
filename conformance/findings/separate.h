#pragma once

#include <cstddef>
#include <vector>

#include "conformance/findings/properties.h"

namespace assay::conformance {

/// A case that was judged: its properties, ascending, and whether it failed.
struct Example {
  std::vector<Properties::Id> properties;
  bool failed = false;
  /// Those of its properties that are values of fields of its route without which it was seen to
  /// pass.
  std::vector<Properties::Id> needed = {};
  /// How many cases of a run it stands for.
  double weight = 1;
};

/// What failing examples have in common and passing ones have not.
struct Separation {
  /// The examples that have all of these properties. Empty where nothing is common to the failing
  /// ones.
  std::vector<Properties::Id> all_of;
  /// The failing examples that it explains, as indices, and how many passing ones have all of the
  /// properties, too. Where this is 0, the properties separate the failing from the passing ones.
  std::vector<std::size_t> failing;
  std::size_t passing = 0;
};

/// Divides the failing examples into groups, each with few properties that all of its examples have
/// and that passing examples of its operators have less often. A group has several operators where
/// the same properties tell about as much of each of them as any others do. Properties that hold if
/// a knob has one of several values, or the operator is one of several, are added to `properties`.
/// There are at most `most` groups; the last one may have all examples that are left.
std::vector<Separation> separate(const std::vector<Example>& examples, Properties& properties,
                                 std::size_t most = 32);

}  // namespace assay::conformance
