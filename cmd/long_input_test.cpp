// Input of any length gives one short line on stderr.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(LongInput, is_not_repeated_whole) {
  const TestFolder folder;
  const std::string long_line =
      folder.file("long.txt", std::string(20 << 20, 'x') + ":level=4_1\n");
  const std::string deep = folder.file("skips.txt", std::string(100'000, '(') + "\n");
  const Ran cases = assay({"check", long_line});
  expect_complaint(cases, "long.txt:1: ");
  EXPECT_LT(cases.err.size(), 5000u);
  for (const char* option : {"--skips", "--flakes"}) {
    const Ran patterns = assay({"run", "--plan", "smoke", option, deep});
    expect_complaint(patterns, "skips.txt:1: ");
    EXPECT_LT(patterns.err.size(), 5000u);
  }
}

}  // namespace
}  // namespace assay::cmd::testing
