// Expected answers that the oracle permits, and such that it does not.
#include "conformance/verdict/expectation.h"

#include <gtest/gtest.h>

#include "specs/case_file.h"
#include "specs/fill.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

std::optional<std::string> dispute_of(const std::string& json) {
  const specs::Case c = specs::parse_case_file(json, "my.case.json", catalogue());
  ops::Problem problem;
  ops::Permitted permitted;
  specs::fill(c, problem);
  ask(ops::oracle_of(c.spec->signature), problem, {}, permitted);
  return disputed(c, permitted);
}

std::string gather(const std::string& output) {
  return R"({"operator": "gather", "level": "4_1", "members": {"Axis": 0, "IndexDimensions": 1},
    "tensors": {
      "InputTensor": {"type": "FLOAT32", "sizes": [3], "data": [1, "nan", "-0"]},
      "IndicesTensor": {"type": "UINT32", "sizes": [3], "data": [2, 1, 0]},
      "OutputTensor": {"type": "FLOAT32", "sizes": [3])" +
         output + "}}}";
}

TEST(Expectation, agrees_with_the_oracle_or_is_disputed) {
  EXPECT_FALSE(dispute_of(gather("")));
  EXPECT_FALSE(dispute_of(gather(R"(, "data": ["-0", "nan", 1])")));
  const auto zero = dispute_of(gather(R"(, "data": [0, "nan", 1])"));
  ASSERT_TRUE(zero);
  EXPECT_EQ(*zero,
            "OutputTensor[0]: the case expects 0 (0x00000000), the oracle permits -0 (0x80000000)");
  EXPECT_TRUE(dispute_of(gather(R"(, "data": ["nan", "nan", 1])")));
  EXPECT_TRUE(dispute_of(gather(R"(, "data": ["-0", "nan", 1.5])")));
}

TEST(Expectation, leaves_alone_what_may_be_anything) {
  const auto nonzero = [](const std::string& rows) {
    return dispute_of(R"({"operator": "nonzero_coordinates", "level": "4_0", "members": {},
      "tensors": {
        "InputTensor": {"type": "FLOAT32", "sizes": [3], "data": [0, 5, "-0"]},
        "OutputCountTensor": {"type": "UINT32", "sizes": [1], "data": [1]},
        "OutputCoordinatesTensor": {"type": "UINT32", "sizes": [3, 1], "data": )" +
                      rows + "}}}");
  };
  EXPECT_FALSE(nonzero("[1, 77, 99]"));
  EXPECT_TRUE(nonzero("[0, 77, 99]"));
}

}  // namespace
}  // namespace assay::conformance::testing
