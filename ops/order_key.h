#pragma once

#include <cstdint>

#include "ops/permitted.h"

/// Operators that sort and search compare elements. These functions give integers that compare
/// alike.
namespace assay::ops {

/// Whether a pattern of a type is a NaN.
bool is_nan(DataType type, std::uint64_t bits);

/// How equal-looking floats may be ordered.
enum class ZeroOrder : std::uint8_t {
  /// -0 and +0 are equal.
  Equal,
  /// -0 is less than +0.
  ByBits,
  /// Denormals are equal to both zeros, too, as where those of the type are flushed.
  Flushed
};

/// An integer that orders the values of a type, and is equal for equal values. NaNs have no order.
std::int64_t order_key(DataType type, std::uint64_t bits, ZeroOrder zeros);

/// The orders that are permitted for a type: elements may be compared by any of them.
std::vector<ZeroOrder> zero_orders(DataType type, const FloatModel& model);

}  // namespace assay::ops
