// Tests that the examples of the pages hold, and that what is wrong with one is told.
#include "conformance/verdict/example.h"

#include <gtest/gtest.h>

#include "testing/specs/catalogue.h"

namespace assay::conformance {
namespace {

using specs::testing::catalogue;

TEST(Examples, of_the_pages_are_valid_and_their_answers_permitted) {
  std::size_t examples = 0;
  for (const auto& spec : catalogue().all())
    for (const specs::Example& example : spec->examples) {
      ++examples;
      EXPECT_EQ(faults_of(example, *spec, catalogue()), std::vector<std::string>())
          << spec->name() << ": " << example.title;
    }
  EXPECT_GE(examples, 20u);
}

/// What is wrong with the first example of gather where `from` is replaced by `to` in it.
std::vector<std::string> faults_with(const std::string& from, const std::string& to) {
  const specs::Spec& gather = *catalogue().find("gather");
  specs::Example example = gather.examples.front();
  const std::size_t at = example.case_json.find(from);
  EXPECT_NE(at, std::string::npos) << example.case_json;
  example.case_json.replace(at, from.size(), to);
  return faults_of(example, gather, catalogue());
}

TEST(Examples, that_are_wrong_have_faults) {
  EXPECT_TRUE(faults_with("14,", "14,").empty());
  EXPECT_EQ(faults_with("[14,12,14", "[14,12,15").size(), 1u);
  EXPECT_EQ(faults_with("\"Axis\":0", "\"Axis\":1").size(), 1u);
  EXPECT_EQ(faults_with("\"Axis\":0", "\"Axes\":0").size(), 1u);
}

}  // namespace
}  // namespace assay::conformance
