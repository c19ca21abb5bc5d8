#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "conformance/verdict/verdict.h"

namespace assay::conformance::testing {

/// A fault planted into an operator's own kernels.
struct Defect {
  /// What it is called, as a test's name.
  std::string name;
  std::string operator_name;
  /// The variant whose text is changed; empty for the text that all variants share.
  std::string variant;
  /// Plain text and what stands in its place. Each must occur in that text exactly once.
  std::vector<std::pair<std::string, std::string>> changes;
  /// How the shrunk case must fail.
  Verdict verdict = Verdict::Wrong;
  /// The most elements that the largest tensor of the shrunk case may have. Beyond the default
  /// only for a fault that shows from some size on.
  std::uint64_t elements = 8;
  /// Of a campaign whose first failing case has this verdict.
  std::uint64_t seed = 1;
};

/// A campaign must find the defect, shrink it, and reproduce it.
class KernelDefect : public ::testing::TestWithParam<Defect> {};

inline std::string name_of_defect(const ::testing::TestParamInfo<Defect>& info) {
  return info.param.operator_name + "_" + info.param.name;
}

}  // namespace assay::conformance::testing
