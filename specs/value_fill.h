#pragma once

#include <cstdint>
#include <span>

#include "ops/tensor.h"
#include "specs/case.h"

namespace assay::specs {

/// Fills `count` elements by position: element i depends on `key`, i and the type, and on no other
/// element. `terms` makes special values rarer, so that not every sum of that many terms is NaN.
void fill_values(Fill fill, ops::DataType type, std::uint64_t key, std::int64_t terms,
                 std::uint64_t count, std::span<std::byte> out);

}  // namespace assay::specs
