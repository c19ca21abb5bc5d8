// Tests of what a report tells of a failing case's inputs.
#include "conformance/report/inputs_text.h"

#include <gtest/gtest.h>

#include "specs/case_text.h"
#include "specs/loader.h"

namespace assay::conformance::testing {
namespace {

std::vector<std::string> texts(const std::string& line, const std::string& came) {
  static const specs::Catalogue catalogue;
  return inputs_text(specs::parse_case(line, catalogue), "OutputTensor", came);
}

TEST(InputsText, tells_inputs_and_members_and_where_an_input_holds_what_came) {
  const std::string line =
      "gather:level=4_1:InputTensor=UINT8.2x1:IndicesTensor=INT64.1x1:OutputTensor=UINT8.1x2:"
      "Axis=1:IndexDimensions=0";
  const std::string inputs =
      "InputTensor = [191, 111], IndicesTensor = [0], Axis = 1, IndexDimensions = 0";
  EXPECT_EQ(texts(line, "111 (0x6f)"),
            (std::vector<std::string>{inputs, "111 (0x6f) is what InputTensor[1,0] holds"}));
  EXPECT_EQ(texts(line, "112 (0x70)"), std::vector<std::string>{inputs});
}

TEST(InputsText, of_a_long_input_tells_the_first_elements) {
  const auto lines = texts(
      "gather:level=4_1:InputTensor=UINT8.17:IndicesTensor=INT64.16:OutputTensor=UINT8.16:Axis=0:"
      "IndexDimensions=1",
      "x");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find(", … 17 elements], IndicesTensor = ["), std::string::npos) << lines[0];
  EXPECT_EQ(lines[0].find("16 elements"), std::string::npos) << lines[0];
}

TEST(InputsText, is_empty_for_large_cases) {
  const std::string line =
      "element_wise_identity:level=4_1:InputTensor=FLOAT32.4096:OutputTensor=FLOAT32.4096";
  EXPECT_TRUE(texts(line, "x").empty());
}

}  // namespace
}  // namespace assay::conformance::testing
