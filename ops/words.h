#pragma once

#include <Eigen/Core>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "ops/data_type.h"

namespace assay::ops {

/// Calls `f` with a zero of the unsigned integer that is `width` bytes wide: 1, 2, 4 or 8. Copies
/// and comparisons of bits depend on the width of an element alone.
template <class F>
void with_word(std::size_t width, F&& f) {
  switch (width) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
  }
  assert(false && "no such width");
}

/// Calls `f` with a zero of a float type's C++ type, FLOAT16 as Eigen's half.
template <class F>
void with_float(DataType type, F&& f) {
  switch (type) {
    case DataType::FLOAT16:
      return f(Eigen::half());
    case DataType::FLOAT32:
      return f(float());
    case DataType::FLOAT64:
      return f(double());
    default:
      assert(false && "not a floating type");
  }
}

}  // namespace assay::ops
