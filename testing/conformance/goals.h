#pragma once

#include "conformance/plan/goals.h"

namespace assay::conformance::testing {

/// The kernels built in, which are loaded once.
inline KernelLibrary& built_in_kernels() {
  static KernelLibrary library{std::nullopt};
  return library;
}
/// The goals that these kernels and the specs make possible. Each is found once.
inline GoalLibrary& goals() {
  static GoalLibrary library(built_in_kernels());
  return library;
}

}  // namespace assay::conformance::testing
