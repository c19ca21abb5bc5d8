#pragma once

#include <limits>

#include "ops/problem.h"

namespace assay::ops {

/// Holds every value of every data type.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64);

/// Element `i` of packed data of any type; the conversion is exact.
inline Real value_at(DataType type, const Bytes& bytes, std::uint64_t i) {
  if (is_float(type)) return float_at(type, bytes, i);
  if (type == DataType::UINT64) return static_cast<Real>(view<std::uint64_t>(bytes)[i]);
  return static_cast<Real>(integer_at(type, bytes, i));
}

}  // namespace assay::ops
