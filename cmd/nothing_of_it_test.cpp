// A part of what was asked for (an operator, a level, a list, a type) of which nothing would be
// tested is an error or is told, though the other parts are tested.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(NothingOfIt, is_an_error_where_an_operator_was_named) {
  expect_complaint(
      assay({"run", "--operator", "gather,activation_gelu", "--level", "1_0,4_1", "--cases", "5"}),
      "--operator: activation_gelu exists at none of the levels of --level (from 5_1");
  const TestFolder folder;
  const std::string plan = folder.file("plan.txt", kGather + "\n");
  expect_complaint(assay({"run", "--plan", plan, "--operator", "gather,slice1"}),
                   "--operator: the plan has no case of slice1");
}

TEST(NothingOfIt, is_an_error_where_a_level_was_named) {
  expect_complaint(
      assay({"run", "--operator", "activation_gelu", "--level", "5_1,4_1", "--cases", "5"}),
      "--level: none of the operators exists at level 4_1");
}

TEST(NothingOfIt, is_an_error_where_a_list_beside_others_is_empty) {
  const TestFolder folder;
  const std::string full = folder.file("full.txt", kGather + "\n"),
                    empty = folder.file("empty.txt", "# no case\n"),
                    out = (folder.path / "out").string();
  for (const std::vector<std::string>& lists :
       std::vector<std::vector<std::string>>{{full, empty}, {empty, full}, {full, "-"}})
    for (const char* command : {"check", "validate", "oracle", "export"}) {
      SCOPED_TRACE(command);
      std::vector<std::string> words{command};
      if (words[0] == "export") words.insert(words.end(), {"--out", out});
      words.insert(words.end(), lists.begin(), lists.end());
      expect_complaint(assay(words), "has no case");
    }
}

TEST(NothingOfIt, is_told_of_named_operators_that_a_run_was_too_short_to_reach) {
  const Ran ran = assay({"run", "--operator", "gather,slice1", "--cases", "1"});
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.out.find("Named, and not tested: slice1.\n"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace assay::cmd::testing
