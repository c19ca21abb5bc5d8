// Regular expressions come from users' files, so each text must give an answer.
#include "conformance/base/line_pattern.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ops/error.h"

namespace assay::conformance::testing {
namespace {

TEST(LinePattern, is_searched_for_anywhere_in_a_line) {
  EXPECT_TRUE(LinePattern("indices=(negative|edges)").matches("gather:indices=edges:seed=1"));
  EXPECT_FALSE(LinePattern("^indices").matches("gather:indices=edges"));
  EXPECT_TRUE(LinePattern("seed=[0-9]+$").matches("gather:seed=42"));
}

TEST(LinePattern, of_any_depth_or_length_is_answered) {
  for (const std::size_t many : {std::size_t{1000}, std::size_t{100'000}, std::size_t{5'000'000}})
    for (const char* part : {"(", "[", "(a|", "a{9}", "(?:", "a*", "\\"}) {
      std::string text;
      while (text.size() < many) text += part;
      try {
        LinePattern(text).matches(std::string(1000, 'a'));
      } catch (const Error& e) {
        EXPECT_LT(std::string_view(e.what()).size(), 1000u);
      }
    }
  EXPECT_THROW(LinePattern(std::string(100'000, '(')), Error);
}

RC_GTEST_PROP(LinePattern, of_any_line_matches_no_longer_line, (const std::string& a, char more)) {
  std::string line = "x";
  for (const char c : a) line += c >= ' ' && c < 127 ? c : '*';
  const LinePattern pattern(LinePattern::of_line(line));
  RC_ASSERT(pattern.matches(line));
  RC_ASSERT(!pattern.matches(line + (more == '\n' ? 'x' : more)));
}

}  // namespace
}  // namespace assay::conformance::testing
