// A small spec is loaded, and then broken in every way. Each refusal names file, path and, within
// an expression, the column.
#include "specs/loader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testing/specs/good_spec.h"

namespace assay::specs::testing {
namespace {

struct Wrong {
  std::string document, message;
};
void expect(const std::vector<Wrong>& wrongs) {
  for (const Wrong& w : wrongs)
    EXPECT_EQ(outcome(w.document), "twice.json: " + w.message) << w.document;
}

TEST(Loader, LoadsAGoodSpec) {
  const auto spec = load_spec(kGood, "twice.json");
  EXPECT_EQ(spec->name(), "twice");
  EXPECT_EQ(spec->introduced().name(), "1_0");
  std::string levels;
  for (Level l : spec->interesting_levels) levels += fmt::format("{} ", l.name());
  EXPECT_EQ(levels, "1_0 2_0 3_0 6_0 6_4 ");
  EXPECT_EQ(spec->alias, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(spec->data_rules.size(), 1u);
  EXPECT_TRUE(spec->facet(0, Aspect::Sizes)->budgeted);
  EXPECT_FALSE(spec->facet(1, Aspect::Sizes)->budgeted);
  // Each rule stands behind all facets that it reads.
  std::vector<bool> done(spec->facets.size());
  for (std::size_t f : spec->drawing_order) {
    for (std::size_t r : spec->facets[f].rules)
      for (std::size_t need : spec->rules[r].needs) EXPECT_TRUE(done[need]) << spec->rules[r].id;
    done[f] = true;
  }
  EXPECT_EQ(spec->drawing_order.size(), spec->facets.size());
  for (const Rule& r : spec->rules) {
    EXPECT_FALSE(r.sentence.empty()) << r.id;
    EXPECT_FALSE(r.source.empty()) << r.id;
  }
}

TEST(Loader, RefusesWhatIsMissingOrUnknown) {
  expect({
      {with("/other", 1),
       "unknown key \"other\"; known are \"$schema\", \"operator\", \"desc\", \"summary\", "
       "\"page\", \"let\", \"terms\", \"work\", \"members\", \"support\", \"errata\", "
       "\"examples\", \"family\", \"computes\", \"computes_integers\", \"substitutes\" and "
       "\"activation\""},
      {with("/members/0/other", 1),
       "members/0: unknown key \"other\"; known are \"name\", \"kind\", \"summary\", \"alias\", "
       "\"enumerators\", \"length\", \"type\", \"dimensions\", \"sizes\", \"value\", \"prefer\", "
       "\"data\", \"of\", \"optional\", \"like\", \"entries\", \"least\", \"variable\", "
       "\"capacity\", \"count\", \"presence\", \"for\" and \"fuses\""},
      {with("/members/2/value/count/other", 1),
       "members/2/value/count: unknown key \"other\"; known are \"in\", \"since\", \"until\", "
       "\"sentence\" and \"source\""},
      {with("/members/0/data/in-range/other", 1),
       "members/0/data/in-range: unknown key \"other\"; the nearest is \"otherwise\""},
      {with("/support/1_0/A/other", 1),
       "support/1_0/A: unknown key \"other\"; known are \"dimensions\" and \"types\""},
      {with("/errata/0/other", 1),
       "errata/0: unknown key \"other\"; known are \"id\", \"where\", \"page\", \"reading\" and "
       "\"why\""},
      {with("/examples/0/other", 1),
       "examples/0: unknown key \"other\"; known are \"title\", \"source\", \"erratum\" and "
       "\"case\""},
      {without("/operator"), "\"operator\" is missing; add it"},
      {without("/members"), "\"members\" is missing; add it"},
      {without("/support"), "\"support\" is missing; add it"},
      {without("/members/0/name"), "members/0: \"name\" is missing; add it"},
      {without("/members/3/enumerators"), "members/3: \"enumerators\" is missing; add it"},
      {without("/members/4/length"), "members/4: \"length\" is missing; add it"},
      {without("/members/2/value/count/in"), "members/2/value/count: \"in\" is missing; add it"},
      {without("/members/2/value/count/sentence"),
       "members/2/value/count: \"sentence\" is missing; add it"},
      {without("/members/2/value/count/source"),
       "members/2/value/count: \"source\" is missing; add it"},
      {with("/members/2/value/count/sentence", ""),
       "members/2/value/count/sentence: must not be empty"},
      {with("/members/2/value/count/source", ""),
       "members/2/value/count/source: must not be empty"},
      {without("/members/0/data/in-range/sentence"),
       "members/0/data/in-range: \"sentence\" is missing; add it"},
      {without("/members/0/data/in-range/source"),
       "members/0/data/in-range: \"source\" is missing; add it"},
      {without("/support/1_0/B"), "support/1_0: \"B\" is missing; add it"},
      {with("/support", Json::object()), "support: must name a level"},
      {with("/support/7_0", Json::object()),
       "support/7_0: no feature level \"7_0\"; the nearest is \"1_0\""},
      {with("/support/2_0", Json::object()),
       "support/2_0: levels must ascend; put it before those that are newer"},
      {with("/support/1_0/A/types", "INT32 INT31"),
       "support/1_0/A/types: no data type \"INT31\"; the nearest is \"INT32\""},
      {with("/support/1_0/A/types", ""), "support/1_0/A/types: must name a data type"},
      {with("/support/1_0/A/dimensions", {1}), "support/1_0/A/dimensions: must be [least, most]"},
      {with("/support/1_0/A/dimensions", {5, 4}),
       "support/1_0/A/dimensions: must be [least, most]"},
      {with("/support/1_0/A/dimensions", {1, 9}), "support/1_0/A/dimensions/1: must be in 1 .. 8"},
      {with("/support/1_0/C", Json::object()),
       "support/1_0/C: no tensor \"C\"; known are \"A\" and \"B\""},
      {with("/support/1_0/Count", Json::object()),
       "support/1_0/Count: no tensor \"Count\"; known are \"A\" and \"B\""},
      {with("/members/2/kind", "double"),
       "members/2/kind: no kind \"double\"; known are \"activation\", \"input\", \"output\", "
       "\"uint\", \"int\", \"bool\", \"enum\", \"uints\", \"ints\", \"float\", \"floats\", "
       "\"scalar\", \"type\", \"struct\", \"inputs\" and \"outputs\""},
      {with("/members/1/alias", "C"),
       "members/1/alias: must name an input, and \"C\" is none; the only one is \"A\""},
      {with("/members/1/alias", "B"),
       "members/1/alias: must name an input, and \"B\" is none; the only one is \"A\""},
      {with("/members/2/value/count/since", "1_1"),
       "members/2/value/count/since: no feature level \"1_1\"; the nearest is \"1_0\""},
      {with("/members/2/value/count/until", "2_0"),
       "members/2/value/count/since: \"since\" must be before \"until\""},
      {with("/members/2/sizes", Json::object()),
       "members/2/sizes: the kind \"uint\" has no \"sizes\""},
      {with("/members/0/value", Json::object()),
       "members/0/value: the kind \"input\" has no \"value\""},
      {with("/members/0/prefer", ""), "members/0/prefer: the expression ends too early"},
      {with("/members/2/length", "1"), "members/2/length: only arrays have a \"length\""},
      {with("/members/1/data", Json::object()), "members/1/data: only inputs have \"data\""},
      {with("/members/0/data/in-range/otherwise", "any"),
       "members/0/data/in-range/otherwise: must be \"undrawn\", \"one-of\", \"defined\" or "
       "\"any-of INPUT\"; the nearest is \"any-of A\""},
      {with("/members/0/data/in-range/otherwise", "any-of B"),
       "members/0/data/in-range/otherwise: any-of must name an input; the nearest is \"any-of A\""},
      {with("/members/0/data/in-range/distinct", "rows"),
       "members/0/data/in-range: must have one of \"in\" and \"distinct\""},
      {with("/members/0/data/in-range/distinct", "columns"),
       "members/0/data/in-range/distinct: must be \"rows\", \"elements\", or \"along\" and a "
       "member that is a uint"},
      {with("/members/0/data/in-range/distinct", "along A"),
       "members/0/data/in-range/distinct: must be \"rows\", \"elements\", or \"along\" and a "
       "member that is a uint"},
      {with("/examples/0/erratum", "loud"),
       "examples/0/erratum: no erratum \"loud\"; the only one is \"silent\""},
      {with("/let/Count", "1"), "let/Count: a member has this name; take another"},
      {with("/members/0/alias", "A"), "members/0/alias: only an output has an \"alias\""},
      {with("/members/2/alias", "A"), "members/2/alias: only an output has an \"alias\""},
      {with("/members/2/enumerators", {{"ONE", 1}}),
       "members/2/enumerators: only an enum has \"enumerators\""},
      {with("/examples/0/case", Json::array()), "examples/0/case: must be an object"},
      {with("/members/0/name", ""),
       "members/0/name: \"\" is no name: letters, digits and _ make one, not a digit first"},
      {with("/members/0/name", "A B"),
       "members/0/name: \"A B\" is no name: letters, digits and _ make one, not a digit first"},
      {with("/members/0/name", "7A"),
       "members/0/name: \"7A\" is no name: letters, digits and _ make one, not a digit first"},
      {with("/members/0/name", "seed"),
       "members/0/name: \"seed\" is a field of every case; take another name"},
      {with("/operator", "a:b"),
       "operator: \"a:b\" is no name: letters, digits and _ make one, not a digit first"},
      {with("/members/3/enumerators/A@B", 3),
       "members/3/enumerators/A@B: \"A@B\" is no name: letters, digits and _ make one, not a digit "
       "first"},
      {with("/support/1_0/A/types", "INT32 FLOAT16"),
       "members/0/data: A has \"data\", but may hold FLOAT16; data are integers"},
      {with("/members/0/data/in-range/otherwise", "one-of"),
       "members/0/data/in-range/otherwise: \"one-of\" and \"distinct\" go together"},
  });
  Json many = Json::parse(kGood);
  for (int i = 0; i < 28; ++i)
    many["members"].push_back({{"name", fmt::format("M{}", i)}, {"kind", "uint"}});
  EXPECT_EQ(outcome(many.dump()), "twice.json: members: an operator has at most 32 members");
}

TEST(Loader, RefusesASecondOfTheSameName) {
  expect({
      {with("/members/4/name", "Count"),
       "members/4/name: a second member \"Count\"; take another name"},
      {with("/members/3/value/count", Json::parse(kGood)["members"][2]["value"]["count"]),
       "members/3/value/count: a second rule \"count\"; take another name"},
      {with("/members/0/data/same-type", Json::parse(kGood)["members"][0]["data"]["in-range"]),
       "members/1/type/same-type: a second rule \"same-type\"; take another name"},
      {with("/errata/1", Json::parse(kGood)["errata"][0]),
       "errata/1/id: a second rule \"erratum silent\"; take another name"},
      {with("/members/3/value/A.sizes-positive",
            Json::parse(kGood)["members"][2]["value"]["count"]),
       "members/3/value/A.sizes-positive: a second rule \"A.sizes-positive\"; take another name"},
  });
  // JSON lets a later key of an object replace an earlier one, so a rule could get lost in silence.
  std::string twice = kGood;
  const std::size_t at = twice.find("\"type\": {");
  twice.insert(at, "\"type\": {}, ");
  EXPECT_EQ(outcome(twice), "twice.json: a second key \"type\" in one object; leave one out");
}

TEST(Loader, NamesTheColumnOfABadExpression) {
  expect({
      {with("/members/2/value/count/in", "1 .. E"),
       "members/2/value/count/in: no member \"E\"; known are \"A\", \"B\", \"Count\", \"Mode\", "
       "\"Steps\" and \"D\""},
      {with("/members/2/value/count/in", "1 .. 2 3"),
       "members/2/value/count/in: unexpected \"3\"; the expression ends before it"},
      {with("/members/1/sizes/same-sizes/in", "Count"),
       "members/1/sizes/same-sizes/in: expected a list, found an integer"},
      {with("/members/4/length", "Steps +"), "members/4/length: the expression ends too early"},
      {with("/members/2/prefer", ""), "members/2/prefer: the expression ends too early"},
      {with("/terms", "A.Sizes"), "terms: expected an integer, found a list"},
      {with("/members/0/data/in-range/in", "0 .. j"),
       "members/0/data/in-range/in: no member \"j\"; known are \"A\", \"B\", \"Count\", \"Mode\", "
       "\"Steps\" and \"D\""},
      {with("/let/D", "A.Size"),
       "let/D: a tensor has no \"Size\"; the nearest is \"Sizes\" (at column 3 of let \"A.Size\")"},
      {with("/let/E", "1 + F"),
       "let/E: no member \"F\"; known are \"A\", \"B\", \"Count\", \"Mode\", \"Steps\" and \"D\" "
       "(at column 5 of let \"1 + F\")"},
  });
  // Names cannot form a circle, because an alias knows only the aliases before it.
  EXPECT_NE(outcome(with("/let/D", "D")).find("let/D: no member \"D\""), std::string::npos);
}

TEST(Loader, RefusesADataTypeThatFollowsFromAnythingElse) {
  EXPECT_EQ(outcome(with("/members/1/type/same-type/in", "A.DimensionCount")),
            "twice.json: members/1/type/same-type/in: a data type follows from data types alone");
}

TEST(Loader, RefusesACircleOfRules) {
  const auto message = [](const std::string& pointer, const char* in) {
    return outcome(with(pointer, in));
  };
  EXPECT_EQ(message("/members/1/sizes/same-sizes/in", "A.Sizes[0 : D - Count] ++ any(Count)"),
            "loaded");
  const std::string circle = [] {
    Json d = Json::parse(kGood);
    d["members"][2]["value"]["count"]["in"] = "1 .. B.Sizes[0]";
    d["members"][1]["sizes"]["same-sizes"]["in"] = "A.Sizes[0 : D - Count] ++ any(Count)";
    return outcome(d.dump());
  }();
  EXPECT_NE(circle.find("twice.json: rules refer to each other in a circle:"), std::string::npos)
      << circle;
  EXPECT_NE(circle.find(" same-sizes"), std::string::npos) << circle;
  EXPECT_NE(circle.find(" count"), std::string::npos) << circle;
  EXPECT_EQ(message("/members/1/sizes/same-sizes/in", "ones(D - 1) ++ [B.Sizes[0]]"),
            "twice.json: members/1/sizes/same-sizes/in: reads what the rule constrains; a rule "
            "reads other members, or what is drawn before");
  EXPECT_EQ(message("/members/2/value/count/in", "Count .. 4"),
            "twice.json: members/2/value/count/in: reads what the rule constrains; a rule reads "
            "other members, or what is drawn before");
  EXPECT_EQ(message("/members/2/prefer", "Count .. 4"),
            "twice.json: members/2/prefer: reads what the rule constrains; a rule reads other "
            "members, or what is drawn before");
}

}  // namespace
}  // namespace assay::specs::testing
