// Arrays of tensors and tensors that may be left out, in an invented operator. The properties are
// those that every operator has (properties_test.cpp).
#include <gtest/gtest.h>

#include <set>

#include "ops/problem.h"
#include "specs/case_file.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/fill.h"
#include "specs/json.h"
#include "specs/repair.h"
#include "specs/rules.h"
#include "specs/violate.h"
#include "testing/specs/good_spec.h"
#include "testing/specs/place.h"
#include "testing/specs/slots_spec.h"

namespace assay::specs {
namespace {

using testing::slots_catalogue;

const Spec& slots_spec() { return *slots_catalogue().find("slots"); }

const std::string kTwo =
    "slots:level=2_1:Count=2:Parts=INT8.2x3+INT8.2x4/8x2#64~16:Whole=INT8.2x7:OutCount=2:"
    "Outs=INT8.5x1+INT8.1x1:Axis=1";
const std::string kBiased =
    "slots:level=2_1:Count=1:Parts=INT8.2x3:Bias=INT8.2x3:Whole=INT8.2x3:OutCount=1:Outs=INT8.9x1:"
    "Axis=0";

Case slots_case(const std::string& line) { return parse_case(line, slots_catalogue()); }

std::string slots_broken(const Case& c) {
  std::string ids;
  for (std::size_t r : broken_rules(c)) ids += slots_spec().rules[r].id + " ";
  return ids;
}

/// The rules that a line breaks in which `from` is replaced.
std::string slots_broken(std::string line, const std::string& from, const std::string& to) {
  const std::size_t at = line.find(from);
  EXPECT_NE(at, line.npos) << from;
  return slots_broken(slots_case(line.replace(at, from.size(), to)));
}

TEST(SlotsInSpecs, StandInLinesAndAreReadBack) {
  for (const std::string& line : {kTwo, kBiased}) {
    EXPECT_EQ(print_case(slots_case(line)), line);
    EXPECT_EQ(slots_broken(slots_case(line)), "");
  }
  const Case c = slots_case(kTwo);
  EXPECT_EQ(c.descriptor.tensor("Parts", 1).strides, (ops::List{8, 2}));
  EXPECT_TRUE(c.descriptor.tensor("Parts", 2).absent);
  EXPECT_TRUE(c.descriptor.tensor("Bias").absent);
}

TEST(SlotsInSpecs, ALineSaysWhereItHasTooMany) {
  const auto refusal = [](const std::string& line) -> std::string {
    try {
      slots_case(line);
      return "parsed";
    } catch (const Error& e) {
      return e.what();
    }
  };
  EXPECT_EQ(
      refusal("slots:level=2_1:Count=5:Parts=INT8.1+INT8.1+INT8.1+INT8.1+INT9.1:Whole=INT8.5"),
      "column 59: no data type \"INT9\"; the nearest is \"INT8\"");
  EXPECT_EQ(refusal("slots:level=2_1:Whole=INT8.1+INT8.2"),
            "column 28: \"1+INT8.2\" is not an integer");
  EXPECT_EQ(refusal("slots:level=2_1:Parts=INT8.1+:Whole=INT8.1"),
            "column 30: a tensor is written TYPE.SIZES, as in FLOAT32.2x3");
  EXPECT_EQ(refusal("slots:level=2_1:Count=1:OutCount=1:Axis=0"),
            "column 42: \"Whole\" is missing");
  EXPECT_EQ(refusal("slots:level=2_1:Count=0:Whole=INT8.1:OutCount=0:Axis=0"), "parsed");
}

TEST(SlotsInSpecs, EachTensorOfAnArrayHasTheRules) {
  EXPECT_EQ(slots_broken(kTwo, "INT8.2x4/", "UINT8.2x4/"), "Parts.same-type ");
  EXPECT_EQ(slots_broken(kTwo, "INT8.2x4/8x2", "INT8.2x4x1/8x2x1"), "Parts.same-dimensions ");
  EXPECT_EQ(slots_broken(kTwo, "INT8.2x4/8x2", "INT8.3x4/8x2"), "off-axis ");
  EXPECT_EQ(slots_broken(kTwo, "#64", "#12"), "Parts.minimum-bytes ");
  EXPECT_EQ(slots_broken(kTwo, "~16", "~12"), "Parts.alignment-power ");
  EXPECT_EQ(slots_broken(kTwo, "8x2#", "8x2x1#"), "Parts.strides-length ");
  EXPECT_EQ(slots_broken(kTwo, "INT8.1x1", "INT8.2x2/1x1"), "Outs.strides-overlap ");
  EXPECT_EQ(slots_broken(kTwo, "Whole=INT8.2x7", "Whole=INT8.2x8"), "whole ");
  EXPECT_EQ(slots_broken(kTwo, "Parts=INT8.2x3+", "Parts="), "Parts.length ");
  EXPECT_EQ(slots_broken(kTwo, "Count=2:P", "Count=0:P"), "count ");
}

TEST(SlotsInSpecs, TheRulesOfAnAbsentTensorAreMoot) {
  EXPECT_EQ(slots_broken(kBiased, "Bias=INT8.2x3", "Bias=INT8.2x2"), "Bias.same-sizes ");
  EXPECT_EQ(slots_broken(kBiased, "Bias=INT8.2x3:", ""), "");
  EXPECT_EQ(slots_broken(kTwo, ":Whole", ":Bias=INT8.2x7:Whole"), "out-count ");
}

TEST(SlotsInSpecs, StandInCaseFiles) {
  const char* const file = R"({
    "operator": "slots", "level": "2_1", "members": { "Count": 2, "OutCount": 2, "Axis": 0 },
    "tensors": { "Parts": [ { "type": "INT8", "sizes": [1], "data": [7] },
                            { "type": "INT8", "sizes": [2], "data": [8, 9] } ],
                 "Whole": { "type": "INT8", "sizes": [3], "data": [7, 8, 9] },
                 "Outs": [ { "type": "INT8", "sizes": [1] }, { "type": "INT8", "sizes": [1], "data": [5] } ] } })";
  const Case c = parse_case_file(file, "f", slots_catalogue());
  EXPECT_EQ(print_case(c),
            "slots:level=2_1:Count=2:Parts=INT8.1+INT8.2:Whole=INT8.3:OutCount=2:"
            "Outs=INT8.1+INT8.1:Axis=0");
  ops::Problem problem;
  fill(c, problem);
  EXPECT_EQ(ops::view<std::int8_t>(problem.input("Parts", 1))[1], 9);
  EXPECT_FALSE(problem.present("Bias"));
  EXPECT_EQ(c.data->tensors[slots_spec().signature.find("Outs")->place + 1].size(), 1u);
  const auto refusal = [&](const std::string& pointer, const Json& value) -> std::string {
    Json document = Json::parse(file);
    document[Json::json_pointer(pointer)] = value;
    try {
      parse_case_file(document.dump(), "f", slots_catalogue());
      return "parsed";
    } catch (const Error& e) {
      return testing::without_place(e.what());
    }
  };
  EXPECT_EQ(refusal("/tensors/Parts/1/data", {1}),
            "f: tensors/Parts/1/data: has 1 elements, the sizes make 2");
  EXPECT_EQ(refusal("/tensors/Parts/1/type", "INT9"),
            "f: tensors/Parts/1/type: no data type \"INT9\"; the nearest is \"INT8\"");
  EXPECT_EQ(
      refusal("/tensors/Parts", 1),
      "f: tensors/Parts: must be an array, as in [{ \"type\": \"FLOAT32\", \"sizes\": [2, 3] }]");
  const Json one = Json::parse(file)["tensors"]["Whole"];
  EXPECT_EQ(
      refusal("/tensors/Parts", {one, nullptr}),
      "f: tensors/Parts/1: must be an object, as in { \"type\": \"FLOAT32\", \"sizes\": [2, 3] }");
  EXPECT_EQ(refusal("/tensors/Parts", {one, one, one, one, 5}).substr(0, 34),
            "f: tensors/Parts/4: must be an obj");
  Json with_null = Json::parse(file);
  with_null["tensors"]["Bias"] = nullptr;
  EXPECT_EQ(parse_case_file(with_null.dump(), "f", slots_catalogue()).descriptor, c.descriptor);
}

TEST(SlotsInSpecs, BreakARuleWhereAnArrayHasMoreTensorsThanItCanHold) {
  const auto broken_in_file = [](int count, int tensors) {
    const int outs = std::min(count, 4);
    Json file{{"operator", "slots"},
              {"level", "2_1"},
              {"members", {{"Count", count}, {"OutCount", outs}, {"Axis", 0}}}};
    const Json one{{"type", "INT8"}, {"sizes", {1}}};
    file["tensors"] = {{"Parts", std::vector<Json>(static_cast<std::size_t>(tensors), one)},
                       {"Whole", {{"type", "INT8"}, {"sizes", {count}}}},
                       {"Outs", std::vector<Json>(static_cast<std::size_t>(outs), one)}};
    return slots_broken(parse_case_file(file.dump(), "f", slots_catalogue()));
  };
  EXPECT_EQ(broken_in_file(4, 4), "");
  EXPECT_EQ(broken_in_file(3, 9), "Parts.length ");
  EXPECT_EQ(broken_in_file(4, 5), "Parts.length ");
  EXPECT_EQ(broken_in_file(5, 5), "count ");
  const std::string line =
      "slots:level=2_1:Count=4:Parts=INT8.1+INT8.1+INT8.1+INT8.1+INT8.1:Whole=INT8.4:OutCount=4:"
      "Outs=INT8.1+INT8.1+INT8.1+INT8.1:Axis=0";
  EXPECT_EQ(slots_broken(slots_case(line)), "Parts.length ");
}

TEST(SlotsInSpecs, EveryDrawnCaseIsValidItsOwnRepairAndReadBack) {
  std::set<std::int64_t> counts;
  int with = 0, uneven = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SeededChooser chooser(seed);
    const Case c = draw(slots_spec(), chooser);
    ASSERT_EQ(slots_broken(c), "") << print_case(c);
    ASSERT_EQ(repair(c), c) << print_case(c);
    ASSERT_EQ(slots_case(print_case(c)), c) << print_case(c);
    ops::Problem problem;
    fill(c, problem);
    const Case read = parse_case_file(case_to_json(c, problem).dump(), "f", slots_catalogue());
    ASSERT_EQ(read.descriptor, c.descriptor) << print_case(c);
    for (std::size_t place = 0; place < problem.data.size(); ++place)
      ASSERT_EQ(problem.data[place].empty(),
                c.descriptor.tensors[place].absent ||
                    slots_spec().signature.tensor_at(place).kind == ops::Kind::Output);
    counts.insert(c.descriptor.value("Count"));
    with += problem.present("Bias");
    uneven += c.descriptor.value("Count") > 1 && problem.tensor("Parts").sizes.size() > 1 &&
              problem.tensor("Parts").sizes != problem.tensor("Parts", 1).sizes;
  }
  EXPECT_EQ(counts, (std::set<std::int64_t>{1, 2, 3, 4}));
  EXPECT_GT(with, 1000);
  EXPECT_LT(with, 2000);
  EXPECT_GT(uneven, 500);
}

TEST(SlotsInSpecs, CasesUnderAHeadHaveTypesInCommon) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SeededChooser chooser(seed);
    const Head head = draw_head(slots_spec(), chooser);
    for (int i = 0; i < 20; ++i) {
      const Case c = draw(head, chooser);
      c.descriptor.each_tensor([&](const ops::Member&, std::size_t place) {
        ASSERT_EQ(static_cast<std::int64_t>(c.descriptor.tensors[place].type), head.types[place]);
      });
    }
  }
}

TEST(SlotsInSpecs, EachRuleIsViolatedAloneAndRepaired) {
  for (std::size_t r = 0; r < slots_spec().rules.size(); ++r) {
    int violated = 0;
    std::set<std::string> lines;
    for (std::uint64_t seed = 0; seed < 1000 && violated < 40; ++seed) {
      SeededChooser chooser(seed);
      const auto c = violate(slots_spec(), r, chooser);
      if (!c) continue;
      ++violated;
      ASSERT_EQ(slots_broken(*c), slots_spec().rules[r].id + " ") << print_case(*c);
      ASSERT_EQ(slots_case(print_case(*c)), *c);
      ASSERT_TRUE(is_valid(repair(*c)));
    }
    EXPECT_EQ(violated, 40) << slots_spec().rules[r].id;
  }
}

TEST(SlotsInSpecs, ARuleSaysWhenATensorIsThere) {
  Json document = Json::parse(testing::kSlots);
  document["members"][2]["presence"] = {
      {"bias", {{"in", "if Count == 1 then 1 else 0 .. 1"}, {"sentence", "s"}, {"source", "p"}}}};
  const Catalogue catalogue = testing::catalogue_of(document.dump());
  const Spec& spec = *catalogue.find("slots");
  const std::size_t rule =
      static_cast<std::size_t>(std::find_if(spec.rules.begin(), spec.rules.end(),
                                            [](const Rule& r) { return r.id == "bias"; }) -
                               spec.rules.begin());
  int violated = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SeededChooser chooser(seed);
    const Case drawn = draw(spec, chooser);
    EXPECT_TRUE(is_valid(drawn) &&
                (drawn.descriptor.value("Count") > 1 || !drawn.descriptor.tensor("Bias").absent));
    const auto c = violate(spec, rule, chooser);
    if (!c) continue;
    ++violated;
    EXPECT_TRUE(c->descriptor.tensor("Bias").absent);
    EXPECT_EQ(broken_rules(*c), std::vector<std::size_t>{rule});
    EXPECT_TRUE(is_valid(repair(*c)));
  }
  EXPECT_GT(violated, 100);
}

TEST(SlotsInSpecs, TheLoaderSaysWhatIsWrong) {
  const auto error = [](const std::string& pointer, const Json& value) -> std::string {
    Json document = Json::parse(testing::kSlots);
    document[Json::json_pointer(pointer)] = value;
    return testing::outcome(document.dump());
  };
  EXPECT_EQ(error("/members/1/capacity", 9), "twice.json: members/1/capacity: must be in 2 .. 8");
  EXPECT_EQ(error("/members/1/count", "Axis"),
            "twice.json: members/1/count: must name a member before it whose kind is \"uint\", and "
            "\"Axis\" is none; the only one is \"Count\"");
  EXPECT_EQ(error("/members/3/count", "Count"),
            "twice.json: members/3/count: only \"inputs\" and \"outputs\" have a \"count\"");
  EXPECT_EQ(error("/members/1/optional", true),
            "twice.json: members/1/optional: only a struct or a single tensor is optional");
  EXPECT_EQ(error("/members/3/presence", Json::object()),
            "twice.json: members/3/presence: only an optional tensor has a \"presence\"");
  EXPECT_EQ(error("/members/3/like", "Parts"),
            "twice.json: members/3/like: must name another tensor, or hold rules, and \"Parts\" is "
            "none; the nearest is \"Parts[0]\"");
  EXPECT_EQ(error("/members/3/like", "Bias[0]"),
            "twice.json: members/3/like: must name another tensor, or hold rules, and \"Bias[0]\" "
            "is none; known are \"Parts[0]\", \"Bias\" and \"Outs[0]\"");
  EXPECT_EQ(error("/members/1/sizes/off-axis/in", "Parts[1].Sizes"),
            "twice.json: members/1/sizes/off-axis/in: reads what the rule constrains; a rule reads "
            "other members, or what is drawn before");
  EXPECT_EQ(error("/members/3/type", "Bias"),
            "twice.json: members/3/type: a data type follows from no tensor that may be left out");
}

}  // namespace
}  // namespace assay::specs
