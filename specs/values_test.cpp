// Members whose values are no plain integers: floats, scalars with their data types, structs that
// may be left out. The properties are those that every operator has (properties_test.cpp).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/problem.h"
#include "specs/case_file.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/facet_walk.h"
#include "specs/fill.h"
#include "specs/json.h"
#include "specs/repair.h"
#include "specs/rules.h"
#include "specs/violate.h"
#include "testing/specs/good_spec.h"
#include "testing/specs/place.h"
#include "testing/specs/values_spec.h"

namespace assay::specs {
namespace {

using testing::values_catalogue;

const Spec& values_spec() { return *values_catalogue().find("values"); }

const std::string kWithout =
    "values:level=1_0:A=FLOAT32.2x1:Size.Width=2:Alpha=-0:Steps=0.1x0x7fc00001:ValueDataType="
    "FLOAT32:"
    "Value=1.5:Mode=ONE";
const std::string kWith =
    "values:level=1_0:A=UINT64.1:Bias.Scale=inf:Bias.Count=77:Size.Width=7:Alpha=nan:Steps=1e-45:"
    "ValueDataType=UINT64:Value=18446744073709551615:Mode=TWO";

std::string broken(const std::string& line) {
  const Case c = parse_case(line, values_catalogue());
  std::string ids;
  for (std::size_t r : broken_rules(c)) ids += values_spec().rules[r].id + " ";
  return ids;
}

std::string replaced_in(std::string line, const std::string& from, const std::string& to) {
  const std::size_t at = line.find(from);
  EXPECT_NE(at, line.npos) << from;
  return line.replace(at, from.size(), to);
}

TEST(Values, StandInLinesAndAreReadBack) {
  for (const std::string& line : {kWithout, kWith, replaced_in(kWithout, "0.1x0x7fc00001", "0x7"),
                                  replaced_in(kWithout, "0.1x0x7fc00001", "0xffc00000x-inf"),
                                  replaced_in(kWithout, "0.1x0x7fc00001", "")})
    EXPECT_EQ(print_case(parse_case(line, values_catalogue())), line);
  EXPECT_EQ(broken(kWithout), "");
  EXPECT_EQ(broken(kWith), "");
}

TEST(Values, AreReadFromLinesInAnyOrder) {
  const Case c = parse_case(
      "values:Value=7:level=1_0:Mode=ONE:ValueDataType=INT8:A=INT8.1:Steps=2:Alpha=3:Size.Width=2",
      values_catalogue());
  EXPECT_EQ(c.descriptor.value("Value"), 7);
}

TEST(Values, ARuleOfAStructThatIsLeftOutIsMoot) {
  EXPECT_EQ(broken(replaced_in(kWith, "Scale=inf", "Scale=-1")), "positive ");
  EXPECT_EQ(broken(replaced_in(kWith, "Scale=inf:Bias.Count=77", "Scale=0.5:Bias.Count=9")), "");
  EXPECT_EQ(broken(replaced_in(kWith, "Scale=inf:Bias.Count=77", "Scale=0.5:Bias.Count=5")),
            "count ");
  EXPECT_EQ(broken(replaced_in(kWithout, "Width=2", "Width=3")), "width ");
  EXPECT_EQ(broken(replaced_in(kWithout, "ValueDataType=FLOAT32:Value=1.5",
                               "ValueDataType=UINT64:Value=1")),
            "value-type ");
}

TEST(Values, RefusesWhatAMemberCannotHold) {
  const auto refusal = [](const std::string& from, const std::string& to) -> std::string {
    try {
      parse_case(replaced_in(kWith, from, to), values_catalogue());
      return "parsed";
    } catch (const Error& e) {
      const std::string what = e.what();
      return what.substr(what.find(": ") + 2);
    }
  };
  EXPECT_EQ(refusal("Bias.Count=77:", ""), "\"Bias.Count\" is missing");
  EXPECT_EQ(refusal("Size.Width=7:", ""), "\"Size.Width\" is missing");
  EXPECT_EQ(refusal("Bias.Scale=inf", "Bias=1:Bias.Scale=1"),
            "values has no field \"Bias\"; the nearest is \"Bias.Scale\"");
  EXPECT_EQ(refusal("=18446744073709551615", "=-1"), "\"-1\" is no value of UINT64");
  EXPECT_EQ(refusal("Alpha=nan", "Alpha=1e40"), "\"1e40\" is no value of FLOAT32");
  EXPECT_EQ(refusal("DataType=UINT64", "DataType=UINT63"),
            "no data type \"UINT63\"; the nearest is \"UINT64\"");
}

TEST(Values, StandInCaseFiles) {
  const char* const file = R"({
    "operator": "values", "level": "1_0",
    "members": { "Bias": { "Scale": 2, "Count": 3 }, "Size": { "Width": 5 }, "Alpha": "0x7fc00001",
                 "Steps": [0.5, "-0"], "ValueDataType": "FLOAT16", "Value": 0.1, "Mode": "TWO" },
    "tensors": { "A": { "type": "FLOAT16", "sizes": [1, 1] } } })";
  const Case c = parse_case_file(file, "f", values_catalogue());
  EXPECT_EQ(print_case(c),
            "values:level=1_0:A=FLOAT16.1x1:Bias.Scale=2:Bias.Count=3:Size.Width=5:"
            "Alpha=0x7fc00001:Steps=0.5x-0:ValueDataType=FLOAT16:Value=0.1:Mode=TWO");
  ops::Problem problem;
  fill(c, problem);
  EXPECT_TRUE(problem.present("Bias"));
  EXPECT_EQ(problem.number("Bias.Scale"), 2.0f);
  EXPECT_EQ(problem.bits("Alpha"), 0x7fc00001u);
  EXPECT_EQ(problem.bits("Value"), 0x2e66u);
  EXPECT_EQ(problem.type("ValueDataType"), ops::DataType::FLOAT16);
  EXPECT_TRUE(problem.is("Mode", "TWO"));
  EXPECT_FALSE(problem.is("Mode", "ONE"));
  EXPECT_EQ(problem.numbers("Steps").size(), 2u);
}

TEST(Values, ACaseFileSaysWhatItCannotHold) {
  const auto refusal = [](const std::string& from, const std::string& to) -> std::string {
    const std::string file =
        R"({"operator":"values","level":"1_0","members":{"Bias":{"Scale":2,"Count":3},"Size":{"Width":5},"Alpha":1,"Steps":[1],"ValueDataType":"INT8","Value":1,"Mode":"TWO"},"tensors":{"A":{"type":"INT8","sizes":[1]}}})";
    try {
      parse_case_file(replaced_in(file, from, to), "f", values_catalogue());
      return "parsed";
    } catch (const Error& e) {
      return testing::without_place(e.what());
    }
  };
  EXPECT_EQ(refusal("\"Alpha\"", "\"Alpha\""), "parsed");
  EXPECT_EQ(refusal("\"Bias\":{\"Scale\":2,\"Count\":3},", ""), "parsed");
  EXPECT_EQ(refusal(",\"Count\":3", ""), "f: members/Bias: \"Count\" is missing; add it");
  EXPECT_EQ(refusal("\"Count\":3", "\"Count\":3,\"C\":1"),
            "f: members/Bias/C: no member \"C\"; known are \"Scale\" and \"Count\"");
  EXPECT_EQ(refusal("\"Size\":{\"Width\":5},", ""), "f: members: \"Size\" is missing; add it");
  EXPECT_EQ(refusal("\"Value\":1", "\"Value\":128"),
            "f: members/Value: 128 is out of INT8's range");
  EXPECT_EQ(refusal("\"INT8\",\"Value\":1", "\"UINT8\",\"Value\":-129"),
            "f: members/Value: -129 is out of UINT8's range");
  EXPECT_EQ(refusal("\"INT8\",\"Value\":1", "\"UINT8\",\"Value\":-128"), "parsed");
  EXPECT_EQ(refusal("\"Alpha\":1", "\"Alpha\":\"x\""),
            "f: members/Alpha: \"x\" is no value of FLOAT32");
  EXPECT_EQ(refusal("\"Alpha\"", "\"Bias.Scale\":1,\"Alpha\""),
            "f: members/Bias.Scale: no member \"Bias.Scale\"; known are \"Bias\", \"Size\", "
            "\"Alpha\", \"Steps\", \"ValueDataType\", \"Value\" and \"Mode\"");
}

TEST(Values, EveryDrawnCaseIsValidItsOwnRepairAndReadBack) {
  int with = 0, nans = 0, high = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SeededChooser chooser(seed);
    const Case c = draw(values_spec(), chooser);
    ASSERT_TRUE(is_valid(c)) << print_case(c);
    ASSERT_EQ(repair(c), c) << print_case(c);
    ASSERT_EQ(parse_case(print_case(c), values_catalogue()), c) << print_case(c);
    ops::Problem problem;
    fill(c, problem);
    Case read = parse_case_file(case_to_json(c, problem).dump(), "f", values_catalogue());
    ASSERT_EQ(read.descriptor, c.descriptor) << print_case(c);
    with += problem.present("Bias");
    nans += problem.number("Alpha") != problem.number("Alpha");
    high += c.descriptor.value("Bias.Count") != 0 && !problem.present("Bias");
  }
  EXPECT_GT(with, 1000);
  EXPECT_LT(with, 2000);
  EXPECT_GT(nans, 0);
  EXPECT_EQ(high, 0) << "the members of a struct that is left out are 0";
}

TEST(Values, EachRuleIsViolatedAloneAndRepaired) {
  for (std::size_t r = 0; r < values_spec().rules.size(); ++r) {
    int violated = 0;
    for (std::uint64_t seed = 0; seed < 400 && violated < 20; ++seed) {
      SeededChooser chooser(seed);
      const auto c = violate(values_spec(), r, chooser);
      if (!c) continue;
      ++violated;
      ASSERT_EQ(broken_rules(*c), std::vector<std::size_t>{r}) << print_case(*c);
      ASSERT_EQ(parse_case(print_case(*c), values_catalogue()), *c);
      ASSERT_TRUE(is_valid(repair(*c)));
    }
    EXPECT_EQ(violated, 20) << values_spec().rules[r].id;
  }
}

TEST(Values, TheLoaderSaysWhatIsWrong) {
  const auto error = [](const std::string& pointer, const Json& value) -> std::string {
    Json document = Json::parse(testing::kValues);
    document[Json::json_pointer(pointer)] = value;
    return testing::outcome(document.dump());
  };
  EXPECT_EQ(error("/members/2/name", "Bia.Scale"),
            "twice.json: members/2/name: no struct \"Bia\" before it; the nearest is \"Bias\"");
  EXPECT_EQ(error("/members/6/name", "Bias.Alpha"),
            "twice.json: members/6/name: a struct's members follow it");
  EXPECT_EQ(error("/members/2/kind", "scalar"),
            "twice.json: members/2/name: a struct has only single values of its own");
  EXPECT_EQ(error("/members/9/of", "Mode"),
            "twice.json: members/9/of: must name a member before it whose kind is \"type\", and "
            "\"Mode\" is none; the only one is \"ValueDataType\"");
  EXPECT_EQ(error("/members/6/of", "ValueDataType"),
            "twice.json: members/6/of: only a scalar has an \"of\"");
  EXPECT_EQ(error("/members/6/prefer", "1 .. 2"),
            "twice.json: members/6/prefer: must be of floats, as in 0.0 .. 1.0");
  EXPECT_EQ(error("/members/5/value/width/in", "1.0 .. 2.0"),
            "twice.json: members/5/value/width/in: must be of integers");
  EXPECT_EQ(error("/members/9/prefer", "1"),
            "twice.json: members/9/prefer: a scalar has no rules and no \"prefer\"");
  EXPECT_EQ(error("/members/10/value/mode/in", "Mode.THREE"),
            "twice.json: members/10/value/mode/in: Mode has no enumerator \"THREE\"; known are "
            "\"ONE\" and \"TWO\"");
}

}  // namespace
}  // namespace assay::specs
