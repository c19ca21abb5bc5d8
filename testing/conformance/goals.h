#pragma once

#include "conformance/plan/goals.h"

namespace assay::conformance::testing {

/// The kernels built in, and the goals that they and the specs make possible, found once.
inline KernelLibrary& built_in_kernels() {
  static KernelLibrary library{std::nullopt};
  return library;
}
inline GoalLibrary& goals() {
  static GoalLibrary library(built_in_kernels());
  return library;
}

}  // namespace assay::conformance::testing
