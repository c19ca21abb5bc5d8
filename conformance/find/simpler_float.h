#pragma once

#include <cstdint>
#include <vector>

#include "ops/data_type.h"

/// Floats that a person takes in more easily. Floats are given by their keys (ops/value_key.h).
namespace assay::conformance {

/// Orders the values of a float type by how simple they are: 0, then numbers with few bits near 1,
/// then all others, then infinities and NaNs.
std::uint64_t float_complexity(ops::DataType type, std::int64_t key);

/// Values that are simpler than this one, the simplest first.
std::vector<std::int64_t> simpler_floats(ops::DataType type, std::int64_t key);

}  // namespace assay::conformance
