// Numbers and words as the outputs write them.
#include "conformance/base/words.h"

#include <gtest/gtest.h>

namespace assay::conformance::testing {
namespace {

TEST(Words, numbers_stand_in_groups_of_three_digits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(12345678), "12,345,678");
  EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(Words, a_line_names_its_operator_first) {
  EXPECT_EQ(operator_of("gather:level=4_1:fill=special"), "gather");
  EXPECT_EQ(operator_of("no case line"), "no case line");
}

TEST(Words, long_texts_are_shortened_in_the_middle) {
  EXPECT_EQ(shortened("short"), "short");
  EXPECT_EQ(shortened("0123456789abcdef", 8), "012345... (8 bytes) ...ef");
  EXPECT_LT(shortened(std::string(1 << 20, 'x')).size(), 500u);
}

TEST(Words, a_shell_reads_a_word_as_it_was) {
  for (const char* plain : {"gather:Axis=0@variant=bits", "a/b.c", "x~y#z"})
    EXPECT_EQ(shell_word(plain), plain);
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("~"), "'~'");
  EXPECT_EQ(shell_word("#"), "'#'");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME\n*"), "'$HOME\n*'");
}

}  // namespace
}  // namespace assay::conformance::testing
