// Tests of what a case file may leave out, and of scalars that its members give a data type.
#include <gtest/gtest.h>

#include "specs/case_file.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/file_outcome.h"

namespace assay::specs {
namespace {

using testing::catalogue;
using testing::outcome_of_file;

TEST(OptionalMembers, NamesAnUnsupportedDataTypeOfAScalarWithAnyValue) {
  const auto broken = [](const char* type, const char* value_type) {
    const Json file{{"operator", "fill_value_constant"},
                    {"level", "6_4"},
                    {"members", {{"ValueDataType", value_type}, {"Value", 1.5}}},
                    {"tensors", {{"OutputTensor", {{"type", type}, {"sizes", {3}}}}}}};
    const Case c = parse_case_file(file.dump(), "x.case.json", catalogue());
    std::string ids;
    for (std::size_t r : broken_rules(c)) ids += c.spec->rules[r].id + " ";
    return ids;
  };
  EXPECT_EQ(broken("FLOAT32", "FLOAT32"), "");
  EXPECT_EQ(broken("FLOAT32", "UINT4"), "value-type ");
  EXPECT_EQ(broken("INT4", "INT4"), "OutputTensor.supported-type ");
}

TEST(OptionalMembers, MayHaveNullInThePlaceOfWhatIsLeftOut) {
  const auto line_of = [](const char* text) {
    return print_case(parse_case_file(text, "x.case.json", catalogue()));
  };
  EXPECT_EQ(line_of(R"({ "operator": "element_wise_exp", "level": "6_4",
      "members": { "ScaleBias": null },
      "tensors": { "InputTensor": { "type": "FLOAT32", "sizes": [3] },
                   "OutputTensor": { "type": "FLOAT32", "sizes": [3] } } })"),
            "element_wise_exp:level=6_4:InputTensor=FLOAT32.3:OutputTensor=FLOAT32.3");
  EXPECT_EQ(line_of(R"({ "operator": "gemm", "level": "6_4",
      "members": { "TransA": "NONE", "TransB": "NONE", "Alpha": 1, "Beta": 1,
                   "FusedActivation": null },
      "tensors": { "ATensor": { "type": "FLOAT32", "sizes": [1, 1] }, "CTensor": null,
                   "BTensor": { "type": "FLOAT32", "sizes": [1, 1] },
                   "OutputTensor": { "type": "FLOAT32", "sizes": [1, 1] } } })"),
            "gemm:level=6_4:ATensor=FLOAT32.1x1:BTensor=FLOAT32.1x1:OutputTensor=FLOAT32.1x1:"
            "TransA=NONE:TransB=NONE:Alpha=1:Beta=1");
}

TEST(OptionalMembers, SaysWhatAStructLooksLike) {
  EXPECT_EQ(
      outcome_of_file(R"({ "operator": "element_wise_exp", "level": "6_4",
      "members": { "ScaleBias": 2 }, "tensors": {} })"),
      "x.case.json: members/ScaleBias: must be an object, as in { \"Scale\": 1, \"Bias\": 1 }");
}

}  // namespace
}  // namespace assay::specs
