// Tests of `assay new`. That what it writes builds and agrees with the oracle is tested by
// testing/another_operator/another_operator_test.sh.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// A folder that looks like the source tree, with the specs of two operators.
class Tree {
 public:
  Tree() {
    for (const char* part : {"specs/operators", "ops/oracles", "opencl/kernels"})
      fs::create_directories(folder_.path / part);
    for (const char* name : {"gather.json", "element_wise_exp.json"})
      fs::copy(source_folder() / "specs" / "operators" / name,
               folder_.path / "specs" / "operators" / name);
  }
  Ran make(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "new");
    arguments.insert(arguments.end(), {"--tree", folder_.path.string()});
    return assay(arguments);
  }
  fs::path path(const std::string& part) const { return folder_.path / part; }

 private:
  TestFolder folder_;
};

TEST(New, writes_three_files_that_assay_spec_takes_and_says_what_is_to_be_filled_in) {
  const Tree tree;
  const Ran ran = tree.make({"upsample_9d"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("line 5: FILL IN: one sentence"), std::string::npos) << ran.out;
  for (const char* file : {"specs/operators/upsample_9d.json", "ops/oracles/upsample_9d.cpp",
                           "opencl/kernels/upsample_9d.cl"})
    EXPECT_TRUE(fs::exists(tree.path(file))) << file;
  const Ran tried = assay({"spec", tree.path("specs/operators/upsample_9d.json")});
  EXPECT_EQ(tried.code, 1) << tried.out << tried.err;
  EXPECT_NE(tried.out.find("upsample_9d.json:5: FILL IN: one sentence"), std::string::npos)
      << tried.out;
  EXPECT_NE(tried.out.find("missing: ops/oracles/upsample_9d.cpp"), std::string::npos) << tried.out;
}

TEST(New, of_a_family_writes_a_short_spec_that_computes_what_another_does) {
  const Tree tree;
  const Ran ran = tree.make({"element_wise_e9", "--family", "unary"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(fs::exists(tree.path("ops/oracles/element_wise_e9.cpp")));
  const fs::path spec = tree.path("specs/operators/element_wise_e9.json");
  EXPECT_EQ(Json::parse(text_of(spec))["computes"], "exp(x)");
  for (const char* line :
       {"line 5: FILL IN: one sentence", "line 6: \"computes\" is that of element_wise_exp",
        "line 7: \"with\" is that of element_wise_exp", "line 10: FILL IN: the address",
        "line 11: \"support\" is that of element_wise_exp"})
    EXPECT_NE(ran.out.find(line), std::string::npos) << line << "\n" << ran.out;
  const Ran tried = assay({"spec", spec});
  EXPECT_EQ(tried.code, 1) << tried.out << tried.err;
  EXPECT_NE(tried.out.find("element_wise_e9.json:5: FILL IN: one sentence"), std::string::npos)
      << tried.out;
}

TEST(New, of_a_family_begins_as_its_operator_with_the_shortest_formula) {
  const Tree tree;
  for (const char* name : {"activation_celu.json", "element_wise_identity.json"})
    fs::copy(source_folder() / "specs" / "operators" / name, tree.path("specs/operators") / name);
  const Ran ran = tree.make({"element_wise_e9", "--family", "unary"});
  EXPECT_NE(ran.out.find("is that of element_wise_identity"), std::string::npos) << ran.out;
}

TEST(New, overwrites_nothing_and_takes_no_other_names) {
  const Tree tree;
  expect_complaint(tree.make({"gather"}), "is there already");
  expect_complaint(tree.make({"Gather"}), "lower-case");
  expect_complaint(tree.make({"../x"}), "lower-case");
  expect_complaint(tree.make({"one", "--family", "unari"}), "the nearest is \"unary\"");
  const TestFolder empty;
  expect_complaint(assay({"new", "one", "--tree", empty.path}), "is no source tree");
}

}  // namespace
}  // namespace assay::cmd::testing
