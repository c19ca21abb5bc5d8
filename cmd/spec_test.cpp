// Tests of `assay spec`: it is silent of sound specs, and names what is wrong with others.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

const std::string kSpecs = (source_folder() / "specs/operators/").string();

/// The spec of gather, with the first `from` replaced by `to`.
Ran tried_out(const std::string& from, const std::string& to) {
  const TestFolder folder;
  return assay(
      {"spec", folder.file("gather.json", with(text_of(kSpecs + "gather.json"), from, to))});
}

TEST(Spec, that_is_sound_has_no_fault) {
  for (const char* name : {"gather.json", "element_wise_exp.json"}) {
    const Ran ran = assay({"spec", kSpecs + name});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("10,000 cases drawn"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("fault:"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("missing:"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("  Zero is permitted at "), std::string::npos) << ran.out;
  }
}

TEST(Spec, whose_example_gives_a_wrong_answer_is_at_fault) {
  const Ran ran = tried_out("[14, 12, 14, 11, 13]", "[14, 12, 15, 11, 13]");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("gather.json:105:80: the oracle does not permit element 2 of "
                         "OutputTensor, but 14 (0x41600000); one of them is wrong"),
            std::string::npos)
      << ran.out;
}

TEST(Spec, with_a_rule_that_nothing_breaks_is_at_fault) {
  const Ran ran = tried_out("\"axis\": {",
                            "\"axis-first\": { \"in\": \"0 .. D - 1\", \"sentence\": \"s\", "
                            "\"source\": \"p\" }, \"axis\": {");
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("gather.json:49:17: no case breaks the rule axis"), std::string::npos)
      << ran.out;
}

TEST(Spec, whose_example_cannot_be_read_is_at_fault_where_it_stands) {
  const auto expect = [](const std::string& from, const std::string& to, const std::string& fault) {
    const Ran ran = tried_out(from, to);
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("gather.json:" + fault), std::string::npos) << ran.out;
  };
  expect("{ \"Axis\": 0,", "{ \"Axs\": 0,",
         "102:46: examples/0/case/members/Axs: no member \"Axs\"; the nearest is \"Axis\"");
  expect("{ \"Axis\": 0,", "{ \"Axis\": 7,",
         "102:15: it breaks the rule axis: Axis is less than InputTensor.DimensionCount.");
}

TEST(Spec, that_cannot_be_read_is_named_with_its_place) {
  const TestFolder folder;
  const std::string bad =
      with(text_of(kSpecs + "gather.json"), "\"in\": \"0 .. D - 1\"", "\"in\": \"0 .. E - 1\"");
  expect_complaint(assay({"spec", folder.file("bad.json", bad)}), "bad.json");
  expect_complaint(assay({"spec", folder.file("empty.json", "")}), "empty.json");
  expect_complaint(assay({"spec", folder.path / "none.json"}), "none.json");
}

TEST(Spec, of_an_operator_without_an_oracle_says_which_file_is_missing) {
  const Ran ran = tried_out("\"operator\": \"gather\"", "\"operator\": \"gather9\"");
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.out.find("missing: ops/oracles/gather9.cpp: this program was built without it"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.out.find("nearest"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("examples hold"), std::string::npos) << ran.out;
}

TEST(Spec, with_a_line_that_is_to_be_filled_in_is_at_fault) {
  const Ran ran = tried_out("\"summary\": \"Gathers", "\"summary\": \"FILL IN: Gathers");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("gather.json:5: FILL IN: Gathers elements"), std::string::npos) << ran.out;
}

TEST(Spec, has_no_edge_where_its_rule_has_no_bound) {
  for (const char* name : {"tile.json", "gemm.json", "depth_to_space.json"}) {
    const Ran ran = assay({"spec", kSpecs + name});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out.find("No case stood"), std::string::npos) << ran.out;
  }
}

TEST(Spec, is_told_as_json_too) {
  const Json told = Json::parse(assay({"spec", "--json", kSpecs + "gather.json"}).out);
  EXPECT_EQ(told["operator"], "gather");
  EXPECT_TRUE(told["faults"].empty());
  EXPECT_EQ(told["draws"], 10000);
  EXPECT_GT(told["rules"], 30);
  EXPECT_FALSE(told["cases"].empty());
}

}  // namespace
}  // namespace assay::cmd::testing
