#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "conformance/verdict/verdict.h"

namespace assay::conformance::testing {

/// A fault that is planted into the kernels of an operator.
struct Defect {
  /// The defect's name, which is part of a test's name.
  std::string name;
  std::string operator_name;
  /// The variant whose text is changed; empty for the text that all variants share.
  std::string variant;
  /// Pairs of plain text and its replacement. Each plain text must occur exactly once in the text
  /// of the variant.
  std::vector<std::pair<std::string, std::string>> changes;
  /// The verdict that the shrunk case must have.
  Verdict verdict = Verdict::Wrong;
  /// The largest number of elements that any tensor of the shrunk case may have. It is above the
  /// default only for a fault that does not show on smaller tensors.
  std::uint64_t elements = 8;
  /// The seed of the campaign, chosen so that its first divergence shrinks to a case with
  /// `verdict`.
  std::uint64_t seed = 1;
};

/// A campaign must find the defect, shrink it, and reproduce it. Of the selected defects of an
/// operator two are drawn at random, since each takes some seconds of building programs. Where
/// ASSAY_TEST_OPERATOR is set, all are taken.
class KernelDefect : public ::testing::TestWithParam<Defect> {
 protected:
  static void SetUpTestSuite() {
    constexpr std::size_t kMost = 2;
    const auto count = static_cast<std::size_t>(
        ::testing::UnitTest::GetInstance()->current_test_suite()->test_to_run_count());
    drawn_.assign(count, std::getenv("ASSAY_TEST_OPERATOR") != nullptr);
    std::fill_n(drawn_.begin(), std::min(kMost, count), true);
    std::shuffle(drawn_.begin(), drawn_.end(), std::random_device());
    next_ = 0;
  }
  /// Whether the test that asks is one of those drawn. Each test asks once.
  static bool is_drawn() { return drawn_[next_++]; }

 private:
  static inline std::vector<bool> drawn_;
  static inline std::size_t next_ = 0;
};

inline std::string name_of_defect(const ::testing::TestParamInfo<Defect>& info) {
  return info.param.operator_name + "_" + info.param.name;
}

}  // namespace assay::conformance::testing
