#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "conformance/verdict/verdict.h"
#include "ops/hash.h"

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

/// A campaign must find the defect, shrink it, and reproduce it. That takes some seconds of
/// building programs, so a run of the tests takes about kDrawn of all defects, at most one of an
/// operator's suite. They follow from the suite's name and from its defects, so that the result of
/// a run does not depend on chance. Where ASSAY_TEST_OPERATOR is set, all that are selected are
/// taken.
class KernelDefect : public ::testing::TestWithParam<Defect> {
 protected:
  static void SetUpTestSuite() {
    const ::testing::TestSuite& suite = *::testing::UnitTest::GetInstance()->current_test_suite();
    std::vector<std::string> selected;
    for (int i = 0; i < suite.total_test_count(); ++i) {
      const std::string test = suite.GetTestInfo(i)->name();
      if (suite.GetTestInfo(i)->should_run() && test.starts_with("is_found"))
        selected.push_back(test);
    }
    const std::uint64_t number = ops::number_of_text(suite.name());
    const auto suites = static_cast<std::uint64_t>(all_suites());
    taken_.clear();
    if (!selected.empty() && number % suites < kDrawn)
      taken_ = selected[number / suites % selected.size()];
  }
  /// Whether the test that asks is the one that is taken.
  static bool is_taken() {
    return ::testing::UnitTest::GetInstance()->current_test_info()->name() == taken_ ||
           std::getenv("ASSAY_TEST_OPERATOR") != nullptr;
  }

 private:
  static constexpr int kDrawn = 12;

  /// How many suites of defects the test program has.
  static int all_suites() {
    const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
    int count = 0;
    for (int i = 0; i < all.total_test_suite_count(); ++i)
      count += std::string(all.GetTestSuite(i)->name()).ends_with("/KernelDefect");
    return count;
  }

  static inline std::string taken_;
};

inline std::string name_of_defect(const ::testing::TestParamInfo<Defect>& info) {
  return info.param.operator_name + "_" + info.param.name;
}

}  // namespace assay::conformance::testing
