#include "cmd/options/colour.h"

#include <gtest/gtest.h>

namespace assay::cmd {
namespace {

TEST(Colour, IsThatOfTheVerdictAtTheBeginningOfALine) {
  EXPECT_EQ(coloured("Wrong gather:x\n  Wrong text\n"),
            "\033[1;31mWrong\033[0m gather:x\n  Wrong text\n");
  EXPECT_EQ(coloured("Pass  a\nSkip  b"), "\033[32mPass\033[0m  a\n\033[33mSkip\033[0m  b");
}

TEST(Colour, MarksFindingsAndTheLastLine) {
  EXPECT_EQ(coloured("Finding 1 (35 cases)\n"), "\033[1mFinding 1 \033[0m(35 cases)\n");
  EXPECT_EQ(coloured("No divergence in 5 cases.\n"), "\033[32mNo divergence in 5 cases.\033[0m\n");
  EXPECT_EQ(coloured("2 of 5 cases diverge: why.\n"),
            "\033[1;31m2 of 5 cases diverge: why.\033[0m\n");
}

TEST(Colour, LeavesOtherTextAsItIs) {
  for (const char* text : {"", "\n", "Device  x\n\ntwo lines", "Passing by\n"})
    EXPECT_EQ(coloured(text), text);
}

}  // namespace
}  // namespace assay::cmd
