// Case files: the pages' examples, then what may stand in a file, and what is refused.
#include "specs/case_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/permitted.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/element_json.h"
#include "specs/fill.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"

namespace assay::specs {
namespace {

using ops::DataType;

using testing::catalogue;

TEST(Examples, OfThePagesAreValidAndTheirAnswersPermitted) {
  int examples = 0, answers = 0;
  for (const auto& spec : catalogue().all())
    for (const Example& example : spec->examples) {
      ++examples;
      const std::string title = spec->name() + ": " + example.title;
      const Case c = parse_case_file(example.case_json, title, catalogue());
      EXPECT_EQ(c.spec, spec.get()) << title;
      EXPECT_TRUE(is_valid(c)) << title;
      ops::Problem problem;
      fill(c, problem);
      EXPECT_TRUE(broken_data_rules(c, problem).empty()) << title;
      ops::Permitted permitted;
      ask(ops::oracle_of(spec->name()), problem, {}, permitted);
      for (const ops::Member& m : spec->signature.members) {
        if (m.kind != ops::Kind::Output || c.data->tensors[m.place].empty()) continue;
        ++answers;
        EXPECT_EQ(first_unpermitted(permitted.tensors[m.place], c.data->tensors[m.place]),
                  std::nullopt)
            << title << ": " << m.name;
      }
    }
  EXPECT_GE(examples, 20);
  EXPECT_GE(answers, 16);
}

// --- elements
// -------------------------------------------------------------------------------------

std::uint64_t bits_of(DataType type, const Json& json) {
  bool any_nan = false;
  const std::uint64_t bits = element_from_json(type, JsonPlace(json, "file"), any_nan);
  EXPECT_EQ(any_nan, json == "nan");
  return bits;
}

std::string refusal(DataType type, const Json& json) {
  bool any_nan = false;
  try {
    element_from_json(type, JsonPlace(json, "file"), any_nan);
    return "read";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(ElementJson, KeepsEveryElement) {
  EXPECT_TRUE(ops::holds("reading undoes writing, through text", [](std::mt19937_64& random) {
    const DataType type = ops::pick(random, ops::all_data_types());
    const std::uint64_t all =
        size_of(type) == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size_of(type))) - 1;
    std::uint64_t bits = random() & all;
    if (ops::pick(random, 0, 3) == 0) bits = (all >> ops::pick(random, 0, 63)) & all;
    const Json json = Json::parse(element_to_json(type, bits).dump());
    RC_LOG() << json.dump();
    RC_ASSERT(bits_of(type, json) == bits);
  }));
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits)
    ASSERT_EQ(bits_of(DataType::FLOAT16, element_to_json(DataType::FLOAT16, bits)), bits);
}

TEST(ElementJson, ReadsIntegersOf64BitsExactly) {
  EXPECT_EQ(bits_of(DataType::UINT64, Json::parse("18446744073709551615")), UINT64_MAX);
  EXPECT_EQ(bits_of(DataType::INT64, Json::parse("-9223372036854775808")), std::uint64_t{1} << 63);
  EXPECT_EQ(bits_of(DataType::INT64, Json::parse("9223372036854775807")), std::uint64_t{INT64_MAX});
  EXPECT_EQ(element_to_json(DataType::UINT64, UINT64_MAX).dump(), "18446744073709551615");
  EXPECT_EQ(element_to_json(DataType::INT64, std::uint64_t{1} << 63).dump(),
            "-9223372036854775808");
  EXPECT_EQ(element_to_json(DataType::INT8, 0x80).dump(), "-128");
  EXPECT_EQ(bits_of(DataType::INT8, -1), 0xffu);
  EXPECT_EQ(bits_of(DataType::INT64, "0x8000000000000001"), 0x8000000000000001u);
  EXPECT_EQ(bits_of(DataType::UINT8, "0xff"), 0xffu);
}

TEST(ElementJson, SaysByWordsWhatJsonCannot) {
  for (const auto& [type, infinity, zero, quiet] :
       {std::tuple{DataType::FLOAT16, 0x7c00u, 0x8000u, 0x7e00u},
        std::tuple{DataType::FLOAT32, 0x7f800000u, 0x80000000u, 0x7fc00000u}}) {
    EXPECT_EQ(bits_of(type, "inf"), infinity);
    EXPECT_EQ(bits_of(type, "-inf"), infinity | zero);
    EXPECT_EQ(bits_of(type, "-0"), zero);
    EXPECT_EQ(bits_of(type, -0.0), zero);
    EXPECT_EQ(bits_of(type, 0), 0u);
    EXPECT_EQ(bits_of(type, "nan"), quiet);
    EXPECT_EQ(element_to_json(type, infinity), "inf");
    EXPECT_EQ(element_to_json(type, infinity | zero), "-inf");
    EXPECT_EQ(element_to_json(type, zero), "-0");
  }
  EXPECT_EQ(bits_of(DataType::FLOAT32, "0x7f800001"), 0x7f800001u);
  EXPECT_EQ(element_to_json(DataType::FLOAT32, 0x7f800001), "0x7f800001");
  EXPECT_EQ(element_to_json(DataType::FLOAT16, 0xfe01), "0xfe01");
  EXPECT_EQ(element_to_json(DataType::FLOAT64, 0x7ff0000000000001), "0x7ff0000000000001");
}

TEST(ElementJson, RoundsToTheNearestHalf) {
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1.0), 0x3c00u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1 + 0x1p-11), 0x3c00u);            // a tie, to even
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1 + 0x1p-11 + 0x1p-40), 0x3c01u);  // not by way of a float
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1 + 0x1.8p-10), 0x3c02u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1p-24), 1u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1p-25), 0u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1.8p-25), 1u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1.ffcp-15 + 0x1p-30), 0x0400u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, -65504), 0xfbffu);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 65519.99999999), 0x7bffu);
  EXPECT_EQ(refusal(DataType::FLOAT16, 65520), "file: 65520 is out of FLOAT16's range");
  EXPECT_EQ(bits_of(DataType::FLOAT32, 0.1), std::bit_cast<std::uint32_t>(0.1f));
  EXPECT_EQ(bits_of(DataType::FLOAT64, 5e-324), 1u);
}

TEST(ElementJson, RefusesWhatATypeCannotHold) {
  EXPECT_EQ(refusal(DataType::UINT8, 256), "file: 256 is out of UINT8's range");
  EXPECT_EQ(refusal(DataType::UINT8, -1), "file: -1 is out of UINT8's range");
  EXPECT_EQ(refusal(DataType::INT8, 128), "file: 128 is out of INT8's range");
  EXPECT_EQ(refusal(DataType::INT8, -129), "file: -129 is out of INT8's range");
  EXPECT_EQ(refusal(DataType::UINT64, -1), "file: -1 is out of UINT64's range");
  EXPECT_EQ(refusal(DataType::INT64, Json::parse("9223372036854775808")),
            "file: 9223372036854775808 is out of INT64's range");
  EXPECT_EQ(refusal(DataType::INT32, 1.5), "file: must be an integer, as INT32");
  EXPECT_EQ(refusal(DataType::INT32, Json::parse("18446744073709551616")),
            "file: must be an integer, as INT32");
  EXPECT_EQ(refusal(DataType::INT32, "nan"), "file: \"nan\" is no value of INT32");
  EXPECT_EQ(refusal(DataType::INT32, "-0"), "file: \"-0\" is no value of INT32");
  EXPECT_EQ(refusal(DataType::FLOAT32, "NaN"), "file: \"NaN\" is no value of FLOAT32");
  EXPECT_EQ(refusal(DataType::FLOAT32, "1"), "file: \"1\" is no value of FLOAT32");
  EXPECT_EQ(refusal(DataType::FLOAT32, 1e39), "file: 1e+39 is out of FLOAT32's range");
  EXPECT_EQ(refusal(DataType::UINT8, "0x100"), "file: 0x100 is wider than UINT8");
  EXPECT_EQ(refusal(DataType::FLOAT64, "0x10000000000000000"),
            "file: \"0x10000000000000000\" is no bit pattern");
  for (const char* word : {"0x", "0xg", "0x-1", "0x 1", "0x1 "})
    EXPECT_EQ(refusal(DataType::FLOAT32, word),
              fmt::format("file: \"{}\" is no bit pattern", word));
  for (const Json& json : {Json(), Json(true), Json::array(), Json::object()})
    EXPECT_EQ(refusal(DataType::FLOAT32, json), "file: must be a number or a string");
}

// --- files
// ----------------------------------------------------------------------------------------

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

std::string outcome_of_file(const std::string& text) {
  try {
    parse_case_file(text, "x.case.json", catalogue());
    return "read";
  } catch (const Error& e) {
    return e.what();
  }
}

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
      {file_with(kGoodCase, "/other", 1), "unknown key \"other\""},
      {file_with(kGoodCase, "/tensors/InputTensor/other", 1),
       "tensors/InputTensor: unknown key \"other\""},
      {file_with(kGoodCase, "/tensors/UpdatesTensor", 1),
       "tensors/UpdatesTensor: no tensor \"UpdatesTensor\""},
      {file_with(kGoodCase, "/tensors/Axis", 1), "tensors/Axis: no tensor \"Axis\""},
      {file_with(kGoodCase, "/members/Axes", 1), "members/Axes: no member \"Axes\""},
      {file_with(kGoodCase, "/members/InputTensor", 1),
       "members/InputTensor: no member \"InputTensor\""},
      {file_with(kGoodCase, "/operator", "gathr"), "operator: no operator \"gathr\""},
      {file_with(kGoodCase, "/level", "4_2"), "level: no feature level \"4_2\""},
      {file_with(kGoodCase, "/fill", "full"), "fill: no fill \"full\""},
      {file_with(kGoodCase, "/indices", "full"), "indices: no fill \"full\""},
      {file_with(kGoodCase, "/seed", -1), "seed: must be an integer, not negative"},
      {file_with(kGoodCase, "/seed", 1.0), "seed: must be an integer, not negative"},
      {file_with(kGoodCase, "/route", "variant"), "route: column 1: a field is written NAME=VALUE"},
      {file_with(kGoodCase, "/route", "a=1:"), "route: column 5: a field is written NAME=VALUE"},
      {file_with(kGoodCase, "/route", "=1"), "route: column 1: a field is written NAME=VALUE"},
      {file_with(kGoodCase, "/route", "a=1:a=2"), "route: column 5: a second \"a\""},
      {file_without("/operator"), "\"operator\" is missing"},
      {file_without("/level"), "\"level\" is missing"},
      {file_without("/members"), "\"members\" is missing"},
      {file_without("/members/Axis"), "members: \"Axis\" is missing"},
      {file_without("/tensors/OutputTensor"), "tensors: \"OutputTensor\" is missing"},
      {file_without("/tensors/OutputTensor/type"), "tensors/OutputTensor: \"type\" is missing"},
      {file_without("/tensors/OutputTensor/sizes"), "tensors/OutputTensor: \"sizes\" is missing"},
      {file_with(kGoodCase, "/members/Axis", 1.5), "members/Axis: must be an integer"},
      {file_with(kGoodCase, "/members/Axis", "1"), "members/Axis: must be an integer"},
      {file_with(kGoodCase, "/members/Axis", -1), "members/Axis: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/members/Axis", 4294967296),
       "members/Axis: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/members/Axis", UINT64_MAX), "members/Axis: must be an integer"},
      {file_with(kGoodCase, "/tensors/InputTensor/type", "FLOAT31"),
       "tensors/InputTensor/type: no data type \"FLOAT31\""},
      {file_with(kGoodCase, "/tensors/InputTensor/sizes/0", -3),
       "tensors/InputTensor/sizes/0: must be in 0 .. 4294967295"},
      {file_with(kGoodCase, "/tensors/InputTensor/sizes", std::vector<int>(17, 1)),
       "tensors/InputTensor/sizes: a list has at most 16 entries"},
      {file_with(kGoodCase, "/tensors/InputTensor/sizes", 6),
       "tensors/InputTensor/sizes: must be an array"},
      {file_with(kGoodCase, "/tensors/InputTensor/data", 6),
       "tensors/InputTensor/data: must be an array"},
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
            "x.case.json: members/AxisDirection: no enumerator \"UPWARDS\"");
  sum["members"]["AxisDirection"] = "DECREASING";
  EXPECT_EQ(outcome_of_file(sum.dump()), "x.case.json: indices: the operator has no indices");
  sum.erase("indices");
  EXPECT_EQ(outcome_of_file(sum.dump()), "read");
  sum["members"]["HasExclusiveSum"] = "TRUE";
  EXPECT_EQ(outcome_of_file(sum.dump()),
            "x.case.json: members/HasExclusiveSum: must be an integer");
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
  // Of gather, an index outside is an answer that may be any element.
  EXPECT_EQ(broken(file_with(kGoodCase, at, 2)), "");
  EXPECT_EQ(broken(file_with(kGoodCase, at, -3)), "");
}

TEST(CaseFile, MeetsHostileFilesWithAnError) {
  const std::string good = Json::parse(kGoodCase).dump();
  for (std::size_t i = 0; i < good.size(); ++i)
    EXPECT_EQ(outcome_of_file(good.substr(0, i)).find("x.case.json:"), 0u) << i;
  EXPECT_EQ(outcome_of_file(std::string(1'000'000, '[')), "x.case.json: nested deeper than 32");
  std::string twice = good;
  twice.insert(1, "\"level\":\"1_0\",");
  EXPECT_EQ(outcome_of_file(twice), "x.case.json: a second key \"level\" in one object");
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
