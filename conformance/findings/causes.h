#pragma once

#include <cstddef>
#include <vector>

#include "conformance/findings/properties.h"
#include "conformance/findings/rule_list.h"

namespace assay::conformance {

/// A set of properties whose cases fail more often than others.
struct Cause {
  /// Ascending.
  std::vector<Properties::Id> ids;
  /// How many bits more the failing examples would take to describe without it.
  double tells = 0;
};

/// What a set must tell, in bits, to be more than chance, where there are so many properties. If
/// there are many, one of them always seems to explain a little.
double least_bits(std::size_t properties);

/// The sets of properties that together describe best which examples fail, the one first that tells
/// most. Cases of a cause need not all fail: a wrong element shows only where the right one differs
/// from it. What counts is that its cases fail alike often, whatever else they have.
/// Properties that hold if a knob has one of several values are added to `properties`.
std::vector<Cause> find_causes(const CauseExamples& examples, Properties& properties);

}  // namespace assay::conformance
