// Tests of which turning points a case has.
#include "conformance/plan/turning_goals.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "specs/case_text.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

std::set<std::string> names_of(const std::string& line, const Route& route = {}) {
  std::vector<std::uint16_t> reached;
  read_turning_goals(specs::parse_case(line, catalogue()), route, reached);
  std::set<std::string> names;
  for (const std::uint16_t goal : reached) {
    EXPECT_LT(goal, turning_goal_count());
    names.insert(turning_goal_name(goal));
  }
  return names;
}

TEST(TurningGoals, are_sizes_elements_strides_and_values) {
  // The stride 640 is of a dimension with one element, so no address follows from it.
  EXPECT_EQ(names_of("cumulative_summation:level=4_1:InputTensor=UINT32.1x2x127/640x1000x1:"
                     "OutputTensor=UINT32.1x2x127:Axis=0:AxisDirection=INCREASING:"
                     "HasExclusiveSum=true"),
            (std::set<std::string>{"size=2^7-1", "stride=n*1000"}));
  EXPECT_EQ(names_of("gather:level=4_1:InputTensor=FLOAT32.32:IndicesTensor=UINT32.4x64:"
                     "OutputTensor=FLOAT32.4x64:Axis=0:IndexDimensions=2"),
            (std::set<std::string>{"elements=2^8"}));
}

TEST(TurningGoals, are_values_of_either_sign_and_no_enumerators) {
  EXPECT_EQ(
      names_of("slice1:level=4_1:InputTensor=FLOAT32.2:OutputTensor=FLOAT32.1:DimensionCount=1:"
               "InputWindowOffsets=0:InputWindowSizes=1:InputWindowStrides=-65537"),
      (std::set<std::string>{"value=2^16+1"}));
  const auto of_type = [](const char* type) {
    return names_of(fmt::format(
        "fill_value_constant:level=6_4:OutputTensor={0}.2:ValueDataType={0}:Value=255", type));
  };
  EXPECT_EQ(of_type("INT32"), (std::set<std::string>{"value=2^8-1"}));
  EXPECT_EQ(of_type("FLOAT32"), (std::set<std::string>{}));
}

TEST(TurningGoals, are_launches_of_a_kernel_object_up_to_the_last_one) {
  Route route;
  route.repeat = 999;
  EXPECT_EQ(names_of("gather:level=4_1:InputTensor=FLOAT32.2:IndicesTensor=UINT32.2:"
                     "OutputTensor=FLOAT32.2:Axis=0:IndexDimensions=1",
                     route),
            (std::set<std::string>{"launch=2", "launch=3", "launch=100"}));
}

}  // namespace
}  // namespace assay::conformance::testing
