#pragma once

#include <span>

#include "ops/order_key.h"

namespace assay::ops {

/// The indices that may be that of the extreme of some elements, which hold no NaN: one for each of
/// the orders that are permitted, ascending and distinct. Of equal elements the first is taken, or
/// the last.
void find_extremes(DataType type, std::span<const std::uint64_t> elements,
                   std::span<const ZeroOrder> orders, bool greatest, bool last,
                   std::vector<std::uint64_t>& indices);

}  // namespace assay::ops
