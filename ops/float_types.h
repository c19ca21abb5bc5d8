#pragma once

#include <Eigen/Core>
#include <cassert>

#include "ops/data_type.h"

namespace assay::ops {

/// Calls `f` with a zero of the C++ type for a float type. The C++ type for FLOAT16 is Eigen::half.
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
