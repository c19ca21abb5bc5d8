// These tests cover what a case file may hold, and what is refused.
#include "specs/case_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/permitted.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/element_json.h"
#include "specs/fill.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/file_outcome.h"

namespace assay::specs {
namespace {

using ops::DataType;

using testing::catalogue;
using testing::outcome_of_file;

const char* const kGoodCase = R"({
  "operator": "gather", "level": "4_1", "fill": "special", "indices": "edges", "seed": 7,
  "route": "variant=plain:local=64",
  "members": { "Axis": 1, "IndexDimensions": 1 },
  "tensors": {
    "InputTensor":   { "type": "FLOAT32", "sizes": [3, 2], "data": [1, 2, 3, 4, 5, "nan"] },
    "IndicesTensor": { "type": "INT32",  "sizes": [1, 2], "strides": [2, 1], "data": [1, 0] },
    "OutputTensor":  { "type": "FLOAT32", "sizes": [3, 2], "bytes": 64, "alignment": 16,
                       "data": [2, 1, 4, 3, "nan", 5] } } })";

const char* const kScatter = R"({
  "operator": "scatter_nd", "level": "4_1",
  "members": { "InputDimensionCount": 1, "IndicesDimensionCount": 2 },
  "tensors": {
    "InputTensor":   { "type": "INT8",  "sizes": [1, 8] },
    "IndicesTensor": { "type": "INT32", "sizes": [2, 1], "data": [4, -8] },
    "UpdatesTensor": { "type": "INT8",  "sizes": [1, 2] },
    "OutputTensor":  { "type": "INT8",  "sizes": [1, 8] } } })";

std::string file_with(const char* text, const std::string& pointer, const Json& value) {
  Json document = Json::parse(text);
  document[Json::json_pointer(pointer)] = value;
  return document.dump();
}

std::string file_without(const std::string& pointer) {
  Json document = Json::parse(kGoodCase);
  const Json::json_pointer at(pointer);
  document[at.parent_pointer()].erase(at.back());
  return document.dump();
}

TEST(CaseFile, ReadsEachPart) {
  const Case c = parse_case_file(kGoodCase, "x.case.json", catalogue());
  EXPECT_EQ(print_case(c),
            "gather:level=4_1:InputTensor=FLOAT32.3x2:IndicesTensor=INT32.1x2/2x1:"
            "OutputTensor=FLOAT32.3x2#64~16:Axis=1:IndexDimensions=1:fill=special:indices=edges:"
            "seed=7@variant=plain:local=64");
  EXPECT_TRUE(is_valid(c));
  EXPECT_EQ(c.data->name, "x.case.json");
  ops::Problem problem;
  fill(c, problem);
  EXPECT_EQ(ops::view<float>(problem.data[0])[4], 5);
  EXPECT_EQ(ops::view<std::int32_t>(problem.data[1])[0], 1);
  EXPECT_TRUE(problem.data[2].empty());
  EXPECT_EQ(c.data->any_nan[2], (std::vector<bool>{false, false, false, false, true, false}));
}

TEST(CaseFile, FillsInputsWithoutData) {
  const Case c = parse_case_file(kScatter, "x.case.json", catalogue());
  ops::Problem problem, filled;
  fill(c, problem);
  Case line = c;
  line.data = nullptr;
  fill(line, filled);
  EXPECT_EQ(problem.data[0], filled.data[0]);
  EXPECT_NE(problem.data[1], filled.data[1]);
  EXPECT_EQ(ops::view<std::int32_t>(problem.data[1])[1], -8);
}

TEST(CaseFile, HoldsWhatALineFills) {
  EXPECT_TRUE(
      ops::holds("a case written as a file is the same problem", [](std::mt19937_64& random) {
        const Spec& spec = *catalogue().all()[random() % catalogue().all().size()];
        SeededChooser chooser(random());
        const Case c = draw(spec, chooser, {.max_elements = 500});
        ops::Problem problem, again;
        fill(c, problem);
        const std::string text = case_to_json(c, problem).dump();
        RC_LOG() << print_case(c) << "\n" << text;
        const Case read = parse_case_file(text, "x.case.json", catalogue());
        RC_ASSERT(read.descriptor == c.descriptor);
        RC_ASSERT(read.level == c.level);
        fill(read, again);
        RC_ASSERT(hash_of(again) == hash_of(problem));
      }));
}

TEST(CaseFile, RefusesWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrongs{
      {file_with(kGoodCase, "/other", 1),
       "unknown key \"other\"; known are \"$schema\", \"operator\", \"level\", \"members\", "
       "\"tensors\", \"fill\", \"indices\", \"seed\" and \"route\""},
      {file_with(kGoodCase, "/tensors/InputTensor/other", 1),
       "tensors/InputTensor: unknown key \"other\"; known are \"type\", \"sizes\", \"strides\", "
       "\"bytes\", \"alignment\" and \"data\""},
      {file_with(kGoodCase, "/tensors/UpdatesTensor", 1),
       "tensors/UpdatesTensor: no tensor \"UpdatesTensor\"; the nearest is \"IndicesTensor\""},
      {file_with(kGoodCase, "/tensors/Axis", 1),
       "tensors/Axis: no tensor \"Axis\"; known are \"InputTensor\", \"IndicesTensor\" and "
       "\"OutputTensor\""},
      {file_with(kGoodCase, "/tensors/OutputTensor", nullptr),
       "tensors/OutputTensor: must be an object, as in { \"type\": \"FLOAT32\", \"sizes\": [2, 3] "
       "}"},
      {file_with(kGoodCase, "/tensors/OutputTensor/type", "DML_TENSOR_DATA_TYPE_FLOAT32"),
       "tensors/OutputTensor/type: no data type \"DML_TENSOR_DATA_TYPE_FLOAT32\"; the nearest is "
       "\"FLOAT32\""},
      {file_with(kGoodCase, "/members/Axes", 1),
       "members/Axes: no member \"Axes\"; the nearest is \"Axis\""},
      {file_with(kGoodCase, "/members/InputTensor", 1),
       "members/InputTensor: no member \"InputTensor\"; known are \"Axis\" and "
       "\"IndexDimensions\""},
      {file_with(kGoodCase, "/operator", "gathr"),
       "operator: no operator \"gathr\"; the nearest is \"gather\""},
      {file_with(kGoodCase, "/level", "4_2"),
       "level: no feature level \"4_2\"; the nearest is \"4_0\""},
      {file_with(kGoodCase, "/fill", "full"),
       "fill: no fill \"full\"; known are \"distinct\", \"integers\", \"bits\", \"special\", "
       "\"zeros\", \"edges\" and \"few\""},
      {file_with(kGoodCase, "/indices", "full"),
       "indices: no fill \"full\"; known are \"inside\", \"edges\", \"negative\", \"equal\", "
       "\"permutation\", \"outside\" and \"duplicates\""},
      {file_with(kGoodCase, "/seed", -1), "seed: must be an integer, not negative"},
      {file_with(kGoodCase, "/seed", 1.0), "seed: must be an integer, not negative"},
      {file_with(kGoodCase, "/route", "variant"), "route: column 1: a field is written NAME=VALUE"},
      {file_with(kGoodCase, "/route", "a=1:"), "route: column 5: a field is written NAME=VALUE"},
      {file_with(kGoodCase, "/route", "=1"), "route: column 1: a field is written NAME=VALUE"},
      {file_with(kGoodCase, "/route", "a=1:a=2"), "route: column 5: a second \"a\""},
      {file_without("/operator"), "\"operator\" is missing; add it"},
      {file_without("/level"), "\"level\" is missing; add it"},
      {file_without("/members"), "\"members\" is missing; add it"},
      {file_without("/members/Axis"), "members: \"Axis\" is missing; add it"},
      {file_without("/tensors/OutputTensor"), "tensors: \"OutputTensor\" is missing; add it"},
      {file_without("/tensors/OutputTensor/type"),
       "tensors/OutputTensor: \"type\" is missing; add it"},
      {file_without("/tensors/OutputTensor/sizes"),
       "tensors/OutputTensor: \"sizes\" is missing; add it"},
      {file_with(kGoodCase, "/members/Axis", 1.5), "members/Axis: must be an integer"},
      {file_with(kGoodCase, "/members/Axis", "1"), "members/Axis: must be an integer"},
      {file_with(kGoodCase, "/members/Axis", -1), "members/Axis: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/members/Axis", 4294967296),
       "members/Axis: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/members/Axis", UINT64_MAX), "members/Axis: must be an integer"},
      {file_with(kGoodCase, "/tensors/InputTensor/type", "FLOAT31"),
       "tensors/InputTensor/type: no data type \"FLOAT31\"; the nearest is \"FLOAT32\""},
      {file_with(kGoodCase, "/tensors/InputTensor/sizes/0", -3),
       "tensors/InputTensor/sizes/0: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/tensors/InputTensor/sizes", std::vector<int>(17, 1)),
       "tensors/InputTensor/sizes: a list has at most 16 entries"},
      {file_with(kGoodCase, "/tensors/InputTensor/sizes", 6),
       "tensors/InputTensor/sizes: must be an array, as in [2, 3]"},
      {file_with(kGoodCase, "/tensors/InputTensor/data", 6),
       "tensors/InputTensor/data: must be an array, as in [1, 0.5]"},
      {file_with(kGoodCase, "/tensors/InputTensor/data", {1, 2, 3, 4, 5}),
       "tensors/InputTensor/data: has 5 elements, the sizes make 6"},
      {file_with(kGoodCase, "/tensors/InputTensor/data", Json::array()),
       "tensors/InputTensor/data: has 0 elements, the sizes make 6"},
      {file_with(kGoodCase, "/tensors/OutputTensor/data", {1, 2, 3, 4, 5, 6, 7}),
       "tensors/OutputTensor/data: has 7 elements, the sizes make 6"},
      {file_with(kGoodCase, "/tensors/IndicesTensor/data/1", 2147483648),
       "tensors/IndicesTensor/data/1: 2147483648 is out of INT32's range"},
      {file_with(kGoodCase, "/tensors/IndicesTensor/data/1", "nan"),
       "tensors/IndicesTensor/data/1: \"nan\" is no value of INT32"},
      {file_with(kGoodCase, "/tensors/IndicesTensor/strides", {1, 0}),
       "tensors/IndicesTensor/data: coordinates that share an element disagree"},
      {file_with(kGoodCase, "/tensors/OutputTensor/alignment", 4294967296),
       "tensors/OutputTensor/alignment: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/tensors/OutputTensor/bytes", -4),
       "tensors/OutputTensor/bytes: must be an integer, not negative"},
  };
  for (const auto& [text, message] : wrongs)
    EXPECT_EQ(outcome_of_file(text), "x.case.json: " + message);
  EXPECT_EQ(outcome_of_file(file_with(kGoodCase, "/tensors/IndicesTensor/strides", nullptr)),
            "read");
  Json sum = Json::parse(kGoodCase);
  sum["operator"] = "cumulative_summation";
  sum["members"] = {{"Axis", 0}, {"AxisDirection", "UPWARDS"}, {"HasExclusiveSum", true}};
  sum["tensors"].erase("IndicesTensor");
  EXPECT_EQ(outcome_of_file(sum.dump()),
            "x.case.json: members/AxisDirection: no enumerator \"UPWARDS\"; known are "
            "\"INCREASING\" and \"DECREASING\"");
  sum["members"]["AxisDirection"] = "DECREASING";
  EXPECT_EQ(outcome_of_file(sum.dump()), "x.case.json: indices: the operator has no indices");
  sum.erase("indices");
  EXPECT_EQ(outcome_of_file(sum.dump()), "read");
  sum["members"]["HasExclusiveSum"] = "TRUE";
  EXPECT_EQ(outcome_of_file(sum.dump()),
            "x.case.json: members/HasExclusiveSum: must be an integer");
}

TEST(CaseFile, HoldsDataTypesThatNoOperatorSupports) {
  for (const char* type : {"UNKNOWN", "UINT4", "INT4"}) {
    const Case c = parse_case_file(file_with(kGoodCase, "/tensors/InputTensor/type", type),
                                   "x.case.json", catalogue());
    const std::vector<std::size_t> broken = broken_rules(c);
    ASSERT_EQ(broken.size(), 1u) << type;
    EXPECT_EQ(c.spec->rules[broken[0]].id, "InputTensor.supported-type");
    EXPECT_NE(print_case(c).find(std::string("=") + type + ".3x2"), std::string::npos);
  }
}

TEST(CaseFile, SaysNothingOfDataThatBelongToNoValidCase) {
  EXPECT_EQ(outcome_of_file(file_with(kGoodCase, "/members/Axis", 9)), "read");
  EXPECT_FALSE(is_valid(
      parse_case_file(file_with(kGoodCase, "/members/Axis", 9), "x.case.json", catalogue())));
}

TEST(CaseFile, BreaksDataRulesOnlyWhereNothingAllowsForIt) {
  const auto broken = [](const std::string& text) {
    const Case c = parse_case_file(text, "x.case.json", catalogue());
    EXPECT_TRUE(is_valid(c));
    ops::Problem problem;
    fill(c, problem);
    std::string ids;
    for (std::size_t r : broken_data_rules(c, problem)) ids += c.spec->data_rules[r].id;
    return ids;
  };
  const std::string at = "/tensors/IndicesTensor/data/1";
  EXPECT_EQ(broken(kScatter), "");
  EXPECT_EQ(broken(file_with(kScatter, at, 7)), "");
  EXPECT_EQ(broken(file_with(kScatter, at, 8)), "in-range");
  EXPECT_EQ(broken(file_with(kScatter, at, -9)), "in-range");
  EXPECT_EQ(broken(file_with(kScatter, at, INT32_MIN)), "in-range");
  EXPECT_EQ(broken(file_with(kScatter, at, 4)), "") << "equal tuples are one of several answers";
  // For gather, an index outside permits any element as its answer, so no rule counts as broken.
  EXPECT_EQ(broken(file_with(kGoodCase, at, 2)), "");
  EXPECT_EQ(broken(file_with(kGoodCase, at, -3)), "");
}

TEST(CaseFile, MeetsHostileFilesWithAnError) {
  const std::string good = Json::parse(kGoodCase).dump();
  for (std::size_t i = 0; i < good.size(); ++i)
    EXPECT_EQ(outcome_of_file(good.substr(0, i)).find("x.case.json:"), 0u) << i;
  EXPECT_EQ(outcome_of_file(std::string(1'000'000, '[')),
            "x.case.json: nested deeper than 32; no more is read");
  std::string twice = good;
  twice.insert(1, "\"level\":\"1_0\",");
  EXPECT_EQ(outcome_of_file(twice),
            "x.case.json: a second key \"level\" in one object; leave one out");
  const Json others[] = {
      nullptr,          true,      -1, 1, 1.5, "", "x", Json::array(), Json::object(),
      Json::array({1}), UINT64_MAX};
  const Json document = Json::parse(kGoodCase);
  const Json flat = document.flatten();
  for (const auto& [pointer, value] : flat.items())
    for (Json::json_pointer at(pointer);; at = at.parent_pointer()) {
      for (const Json& other : others) {
        Json changed = document;
        changed.at(at) = other;
        const std::string said = outcome_of_file(changed.dump());
        EXPECT_TRUE(said == "read" || said.starts_with("x.case.json: ")) << at << ": " << said;
      }
      if (at.empty()) break;
    }
}

}  // namespace
}  // namespace assay::specs
