#include "conformance/base/glob.h"

#include <fnmatch.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ops/error.h"

namespace assay::conformance {
namespace {

std::string complaint_of_glob(const std::string& pattern) {
  try {
    Glob{pattern};
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

std::string some_text(const char* letters) {
  const std::string all = letters;
  return *rc::gen::container<std::string>(rc::gen::elementOf(all));
}

RC_GTEST_PROP(Glob, matches_what_fnmatch_matches_where_it_is_a_pattern, ()) {
  const std::string pattern = some_text("ab-*?[]!^\\+"), text = some_text("ab-[]!^\\+");
  RC_PRE(complaint_of_glob(pattern).empty());
  RC_ASSERT(Glob(pattern).matches(text) == (::fnmatch(pattern.c_str(), text.c_str(), 0) == 0));
}

RC_GTEST_PROP(Glob, of_a_text_matches_that_text_alone, (const std::string& text)) {
  const Glob glob(Glob::of_text(text));
  RC_ASSERT(glob.matches(text));
  RC_ASSERT(!glob.matches(text + "x"));
  RC_ASSERT(Glob::is_plain(text) == (Glob::of_text(text) == text));
}

TEST(Glob, that_is_broken_is_told_and_not_taken_for_one_that_matches_nothing) {
  EXPECT_EQ(complaint_of_glob("gather:Axis=[12"), "\"gather:Axis=[12\": no pattern: a [ has no ]");
  EXPECT_EQ(complaint_of_glob("gather\\"), "\"gather\\\": no pattern: it ends with a backslash");
  EXPECT_NE(complaint_of_glob("[9-0]"), "");
  EXPECT_NE(complaint_of_glob("[[:nothing:]]"), "");
  EXPECT_TRUE(Glob("[[:digit:]]?[!a]*").matches("4xbc\n\xff"));
}

TEST(Glob, of_any_length_is_read_and_matched_in_linear_time_or_told) {
  std::string hostile;
  for (int i = 0; i < 500; ++i) hostile += "*a";
  const std::string text(5000, 'a');
  EXPECT_TRUE(Glob(hostile).matches(text));
  EXPECT_FALSE(Glob(hostile + "b").matches(text));
  EXPECT_NE(complaint_of_glob(std::string(1'000'000, '?')), "");
  EXPECT_NE(complaint_of_glob(std::string(100'000, '[')), "");
}

}  // namespace
}  // namespace assay::conformance
