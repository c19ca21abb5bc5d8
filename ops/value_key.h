#pragma once

#include <cstdint>

#include "ops/data_type.h"
#include "ops/set.h"

namespace assay::ops {

/// The integer by which a value of a data type is held, so that values of every type can be chosen,
/// compared and moved as integers are. Integers are their own keys; a UINT64 beyond INT64_MAX has
/// the key of the INT64 with the same bits. The keys of a float type are in the order of the
/// values: +0 has 0, -0 has -1, and the NaNs lie beyond the infinities.
std::int64_t key_of(DataType type, std::uint64_t bits);

/// The inverse of key_of: the bit pattern, zero-extended.
std::uint64_t bits_of_key(DataType type, std::int64_t key);

/// The keys of all bit patterns of a type.
Set keys_of(DataType type);

}  // namespace assay::ops
