// From which level on an optional tensor of the operators' specs may be left out.
#include <gtest/gtest.h>

#include <string>

#include "specs/case_text.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"

namespace assay::specs {
namespace {

std::string rules_broken_by(const std::string& line) {
  const Case c = parse_case(line, testing::catalogue());
  std::string ids;
  for (std::size_t r : broken_rules(c)) ids += c.spec->rules[r].id + " ";
  return ids;
}

TEST(Presence, AZeroPointMayBeLeftOutFrom62On) {
  const auto quantized = [](const std::string& level, const std::string& zero_point) {
    return rules_broken_by("element_wise_quantize_linear:level=" + level +
                           ":InputTensor=FLOAT32.4:ScaleTensor=FLOAT32.4" + zero_point +
                           ":OutputTensor=INT8.4");
  };
  EXPECT_EQ(quantized("6_0", ""), "zero-point-needed ");
  EXPECT_EQ(quantized("6_1", ""), "zero-point-needed ");
  EXPECT_EQ(quantized("6_2", ""), "");
  EXPECT_EQ(quantized("6_0", ":ZeroPointTensor=INT8.4"), "");
  const auto dequantized = [](const std::string& level, const std::string& zero_point) {
    return rules_broken_by("element_wise_dequantize_linear:level=" + level +
                           ":InputTensor=INT8.4:ScaleTensor=FLOAT32.4" + zero_point +
                           ":OutputTensor=FLOAT32.4");
  };
  EXPECT_EQ(dequantized("6_0", ""), "zero-point-needed ");
  EXPECT_EQ(dequantized("6_2", ""), "");
  EXPECT_EQ(dequantized("3_0", ":ZeroPointTensor=INT8.4"), "");
}

}  // namespace
}  // namespace assay::specs
