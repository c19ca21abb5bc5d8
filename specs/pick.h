#pragma once

#include <cstdint>

#include "ops/data_type.h"
#include "ops/set.h"
#include "specs/chooser.h"

/// These functions choose numbers, often where drivers break.
namespace assay::specs {

/// Picks a size at the edges of vectors, sub-groups and work-groups, up to `limit`, which is at
/// least 1.
std::int64_t pick_edge(Chooser& chooser, std::int64_t limit);

/// Picks a turning point (specs/turning_points.h) of either sign. Its magnitude is within those of
/// the set, and the result is the set's nearest number to it.
std::int64_t pick_turning_point(Chooser& chooser, const ops::Set& set);

/// The least turning point that is not below `least`, which is at most 2^62.
std::int64_t next_turning_point(std::int64_t least);

/// A number in 1..limit. Its logarithm is uniform to within a factor of 2.
std::int64_t log_uniform(Chooser& chooser, std::int64_t limit);

/// Any member of the set, each as likely as another.
std::int64_t uniform(Chooser& chooser, const ops::Set& set);

/// Picks a member's value: an end of the set, a value near zero, or any value.
std::int64_t pick_value(Chooser& chooser, const ops::Set& set);

/// Picks the key of a value of a float type from a set of keys: a small number, one of any
/// magnitude, a special value, or any bits.
std::int64_t pick_float(Chooser& chooser, const ops::Set& set, ops::DataType type);

}  // namespace assay::specs
