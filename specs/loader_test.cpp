// A small spec, and each way to get one wrong: every refusal names file, path and, within an
// expression, the column. Then real specs with nodes of other types, cut off, nested too deep.
#include "specs/loader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "ops/error.h"
#include "specs/json.h"

namespace assay::specs {
namespace {

const char* const kGood = R"({
  "operator": "twice", "desc": "DML_TWICE", "summary": "Doubles.", "page": "https://x",
  "let": { "D": "A.DimensionCount" },
  "terms": "2",
  "members": [
    { "name": "A", "kind": "input", "summary": "What is doubled.",
      "data": { "in-range": { "in": "0 .. 7", "otherwise": "undrawn", "sentence": "s", "source": "p" } } },
    { "name": "B", "kind": "output", "alias": "A", "summary": "The double.",
      "type": { "same-type": { "in": "A.DataType", "sentence": "s", "source": "p" } },
      "dimensions": { "same-dimensions": { "in": "D", "sentence": "s", "source": "p" } },
      "sizes": { "same-sizes": { "in": "A.Sizes", "sentence": "s", "source": "p" } } },
    { "name": "Count", "kind": "uint", "summary": "How often.",
      "value": { "count": { "in": "1 .. D", "since": "2_0", "until": "6_0", "sentence": "s", "source": "p" } },
      "prefer": "1" },
    { "name": "Mode", "kind": "enum", "enumerators": { "ONE": 1, "TWO": 2 }, "summary": "Which.",
      "value": { "mode": { "in": "1 .. 2", "sentence": "s", "source": "p" } } },
    { "name": "Steps", "kind": "ints", "length": "D", "summary": "Steps.",
      "value": { "steps": { "in": "each i < D : 1 .. 4", "sentence": "s", "source": "p" } } } ],
  "support": {
    "1_0": { "A": { "dimensions": [4, 4], "types": "INT32" }, "B": { "dimensions": [4, 4], "types": "INT32" } },
    "3_0": { "A": { "dimensions": [1, 8], "types": "INT32 INT64" }, "B": { "dimensions": [1, 8], "types": "INT32 INT64" } } },
  "errata": [ { "id": "silent", "where": "w", "page": "p", "reading": "r", "why": "y" } ],
  "examples": [ { "title": "t", "source": "s", "erratum": "silent", "case": { "level": "3_0" } } ]
})";

/// What loading a document says; "loaded" where nothing is wrong.
std::string outcome(const std::string& text) {
  try {
    load_spec(text, "twice.json");
    return "loaded";
  } catch (const Error& e) {
    return e.what();
  }
}

/// The good document with one place set to another value, or removed where that is discarded.
std::string with(const std::string& pointer, const Json& value) {
  Json document = Json::parse(kGood);
  const Json::json_pointer at(pointer);
  if (value.is_discarded()) {
    document[at.parent_pointer()].erase(at.back());
  } else {
    document[at] = value;
  }
  return document.dump();
}
std::string without(const std::string& pointer) {
  return with(pointer, Json(Json::value_t::discarded));
}

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
  // Each rule stands behind all that it reads.
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
      {with("/other", 1), "unknown key \"other\""},
      {with("/members/0/other", 1), "members/0: unknown key \"other\""},
      {with("/members/2/value/count/other", 1), "members/2/value/count: unknown key \"other\""},
      {with("/members/0/data/in-range/other", 1), "members/0/data/in-range: unknown key \"other\""},
      {with("/support/1_0/A/other", 1), "support/1_0/A: unknown key \"other\""},
      {with("/errata/0/other", 1), "errata/0: unknown key \"other\""},
      {with("/examples/0/other", 1), "examples/0: unknown key \"other\""},
      {without("/operator"), "\"operator\" is missing"},
      {without("/members"), "\"members\" is missing"},
      {without("/support"), "\"support\" is missing"},
      {without("/members/0/name"), "members/0: \"name\" is missing"},
      {without("/members/3/enumerators"), "members/3: \"enumerators\" is missing"},
      {without("/members/4/length"), "members/4: \"length\" is missing"},
      {without("/members/2/value/count/in"), "members/2/value/count: \"in\" is missing"},
      {without("/members/2/value/count/sentence"),
       "members/2/value/count: \"sentence\" is missing"},
      {without("/members/2/value/count/source"), "members/2/value/count: \"source\" is missing"},
      {with("/members/2/value/count/sentence", ""),
       "members/2/value/count/sentence: must not be empty"},
      {with("/members/2/value/count/source", ""),
       "members/2/value/count/source: must not be empty"},
      {without("/members/0/data/in-range/sentence"),
       "members/0/data/in-range: \"sentence\" is missing"},
      {without("/members/0/data/in-range/source"),
       "members/0/data/in-range: \"source\" is missing"},
      {without("/support/1_0/B"), "support/1_0: must name every tensor once"},
      {with("/support", Json::object()), "support: names no level"},
      {with("/support/7_0", Json::object()), "support/7_0: no feature level \"7_0\""},
      {with("/support/2_0", Json::object()), "support/2_0: levels must ascend"},
      {with("/support/1_0/A/types", "INT32 INT31"), "support/1_0/A/types: no data type \"INT31\""},
      {with("/support/1_0/A/types", ""), "support/1_0/A/types: names no data type"},
      {with("/support/1_0/A/dimensions", {1}), "support/1_0/A/dimensions: must be [least, most]"},
      {with("/support/1_0/A/dimensions", {5, 4}),
       "support/1_0/A/dimensions: must be [least, most]"},
      {with("/support/1_0/A/dimensions", {1, 9}), "support/1_0/A/dimensions/1: must be in 1 .. 8"},
      {with("/support/1_0/C", Json::object()), "support/1_0/C: no tensor \"C\""},
      {with("/support/1_0/Count", Json::object()), "support/1_0/Count: no tensor \"Count\""},
      {with("/members/2/kind", "float"), "members/2/kind: no kind \"float\""},
      {with("/members/1/alias", "C"), "members/1/alias: must name an input"},
      {with("/members/1/alias", "B"), "members/1/alias: must name an input"},
      {with("/members/2/value/count/since", "1_1"),
       "members/2/value/count/since: no feature level \"1_1\""},
      {with("/members/2/value/count/until", "2_0"),
       "members/2/value/count: \"since\" must be before \"until\""},
      {with("/members/2/sizes", Json::object()), "members/2: a uint has no \"sizes\""},
      {with("/members/0/value", Json::object()), "members/0: a input has no \"value\""},
      {with("/members/0/prefer", "1"), "members/0/prefer: a tensor has no \"prefer\""},
      {with("/members/2/length", "1"), "members/2: only arrays have a \"length\""},
      {with("/members/1/data", Json::object()), "members/1: only inputs have \"data\""},
      {with("/members/0/data/in-range/otherwise", "any"),
       "members/0/data/in-range/otherwise: must be \"undrawn\", \"one-of\" or \"any-of INPUT\""},
      {with("/members/0/data/in-range/otherwise", "any-of B"),
       "members/0/data/in-range/otherwise: any-of must name an input"},
      {with("/members/0/data/in-range/distinct", "rows"),
       "members/0/data/in-range: must have one of \"in\" and \"distinct\""},
      {with("/members/0/data/in-range/distinct", "columns"),
       "members/0/data/in-range/distinct: must be \"rows\""},
      {with("/examples/0/erratum", "loud"), "examples/0/erratum: no erratum \"loud\""},
      {with("/let/Count", "1"), "let/Count: a member has this name"},
      {with("/members/0/alias", "A"), "members/0/alias: only an output has an \"alias\""},
      {with("/members/2/alias", "A"), "members/2/alias: only an output has an \"alias\""},
      {with("/members/2/enumerators", {{"ONE", 1}}), "members/2: only an enum has \"enumerators\""},
      {with("/examples/0/case", Json::array()), "examples/0/case: must be an object"},
      {with("/members/0/name", ""), "members/0/name: \"\" is no name"},
      {with("/members/0/name", "A B"), "members/0/name: \"A B\" is no name"},
      {with("/members/0/name", "7A"), "members/0/name: \"7A\" is no name"},
      {with("/members/0/name", "seed"), "members/0/name: \"seed\" is a field of every case"},
      {with("/operator", "a:b"), "operator: \"a:b\" is no name"},
      {with("/members/3/enumerators/A@B", 3), "members/3/enumerators/A@B: \"A@B\" is no name"},
      {with("/support/1_0/A/types", "INT32 FLOAT16"),
       "members/0: has \"data\", but may hold floats"},
      {with("/members/0/data/in-range/otherwise", "one-of"),
       "members/0/data/in-range/otherwise: \"one-of\" and \"distinct\" go together"},
  });
  Json many = Json::parse(kGood);
  for (int i = 0; i < 12; ++i)
    many["members"].push_back({{"name", fmt::format("M{}", i)}, {"kind", "uint"}});
  EXPECT_EQ(outcome(many.dump()), "twice.json: members: an operator has at most 16 members");
}

TEST(Loader, RefusesASecondOfTheSameName) {
  expect({
      {with("/members/4/name", "Count"), "members/4/name: a second member \"Count\""},
      {with("/members/3/value/count", Json::parse(kGood)["members"][2]["value"]["count"]),
       "members/3/value/count: a second rule \"count\""},
      {with("/members/0/data/same-type", Json::parse(kGood)["members"][0]["data"]["in-range"]),
       "members/1/type/same-type: a second rule \"same-type\""},
      {with("/errata/1", Json::parse(kGood)["errata"][0]),
       "errata/1: a second rule \"erratum silent\""},
      {with("/members/3/value/A.sizes-positive",
            Json::parse(kGood)["members"][2]["value"]["count"]),
       "members/3/value/A.sizes-positive: a second rule \"A.sizes-positive\""},
  });
  // JSON lets a later key of an object replace an earlier one; a rule would get lost in silence.
  std::string twice = kGood;
  const std::size_t at = twice.find("\"type\": {");
  twice.insert(at, "\"type\": {}, ");
  EXPECT_EQ(outcome(twice), "twice.json: a second key \"type\" in one object");
}

TEST(Loader, NamesTheColumnOfABadExpression) {
  expect({
      {with("/members/2/value/count/in", "1 .. E"),
       "members/2/value/count/in: column 6: no member \"E\""},
      {with("/members/2/value/count/in", "1 .. 2 3"),
       "members/2/value/count/in: column 8: unexpected \"3\""},
      {with("/members/1/sizes/same-sizes/in", "Count"),
       "members/1/sizes/same-sizes/in: column 6: expected a list, found an integer"},
      {with("/members/4/length", "Steps +"),
       "members/4/length: column 8: the expression ends too early"},
      {with("/members/2/prefer", ""), "members/2/prefer: column 1: the expression ends too early"},
      {with("/terms", "A.Sizes"), "terms: column 8: expected an integer, found a list"},
      {with("/members/0/data/in-range/in", "0 .. j"),
       "members/0/data/in-range/in: column 6: no member \"j\""},
      {with("/let/D", "A.Size"),
       "let/D: a tensor has .DataType, .DimensionCount, .Sizes and .Strides (at column 2 of let "
       "\"A.Size\")"},
      {with("/let/E", "1 + F"), "let/E: no member \"F\" (at column 5 of let \"1 + F\")"},
  });
  // No circle of names: only those before an alias are known in it.
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
  EXPECT_NE(circle.find("twice.json: members: rules refer to each other in a circle:"),
            std::string::npos)
      << circle;
  EXPECT_NE(circle.find(" same-sizes"), std::string::npos) << circle;
  EXPECT_NE(circle.find(" count"), std::string::npos) << circle;
  EXPECT_EQ(message("/members/1/sizes/same-sizes/in", "ones(D - 1) ++ [B.Sizes[0]]"),
            "twice.json: members/1/sizes/same-sizes/in: reads what the rule constrains");
  EXPECT_EQ(message("/members/2/value/count/in", "Count .. 4"),
            "twice.json: members/2/value/count/in: reads what the rule constrains");
  EXPECT_EQ(message("/members/2/prefer", "Count .. 4"),
            "twice.json: members/2/prefer: reads what the rule constrains");
}

// --- hostile documents
// ----------------------------------------------------------------------------

/// Each node of a document, by its pointer.
void visit(const Json& node, const Json::json_pointer& at,
           const std::function<void(const Json::json_pointer&)>& f) {
  f(at);
  if (node.is_object())
    for (const auto& [key, value] : node.items()) visit(value, at / key, f);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) visit(node[i], at / i, f);
}

TEST(Loader, MeetsOtherTypesInAnyPlaceWithAnError) {
  const Json others[] = {
      nullptr,          true,           -1,        1, 1.5, "", "x", Json::array(), Json::object(),
      Json::array({1}), Json{{"x", 1}}, UINT64_MAX};
  int loaded = 0, refused = 0;
  const auto mutate = [&](const Json& document) {
    visit(document, Json::json_pointer(), [&](const Json::json_pointer& at) {
      for (const Json& other : others) {
        Json changed = document;
        changed.at(at) = other;
        const std::string said = outcome(changed.dump());
        ++(said == "loaded" ? loaded : refused);
        if (said != "loaded") {
          EXPECT_EQ(said.find("twice.json: "), 0u) << at << ": " << said;
        }
      }
    });
  };
  mutate(Json::parse(kGood));
  Json real = Json::parse(
      read_file(std::filesystem::path(ASSAY_SOURCE_DIR) / "specs/operators/slice1.json"));
  real["errata"] = Json::array({real["errata"][0]});
  mutate(real);
  EXPECT_GT(loaded, 100);
  EXPECT_GT(refused, 1000);
}

TEST(Loader, RefusesDocumentsThatAreNoJson) {
  const std::string good = kGood;
  for (std::size_t i = 0; i < good.size(); ++i)
    EXPECT_EQ(outcome(good.substr(0, i)).find("twice.json:"), 0u) << i;
  std::string nested;
  for (int i = 0; i < 1'000'000; ++i) nested += '[';
  EXPECT_EQ(outcome(nested), "twice.json: nested deeper than 32");
  EXPECT_EQ(outcome(with("/let", Json::parse(nested.substr(0, 30) + std::string(30, ']')))),
            "twice.json: let: must be an object");
  EXPECT_EQ(outcome("{\n  \"operator\": twice }").find("twice.json:2:1"), 0u);
  EXPECT_EQ(outcome("[]"), "twice.json: must be an object");
  EXPECT_EQ(outcome("\xff\xfe").find("twice.json:1:"), 0u);
  EXPECT_EQ(outcome("{ \"operator\": 1e999 }").find("twice.json: "), 0u);
  EXPECT_EQ(outcome("{ \"operator\": \"\xff\" }").find("twice.json:1:"), 0u);
}

TEST(Catalogue, HoldsTheOperatorsOfItsFolder) {
  const Catalogue embedded;
  const Catalogue folder(std::filesystem::path(ASSAY_SOURCE_DIR) / "specs/operators");
  ASSERT_EQ(embedded.all().size(), folder.all().size());
  for (const auto& spec : embedded.all()) {
    ASSERT_NE(folder.find(spec->name()), nullptr);
    EXPECT_EQ(spec->rules.size(), folder.find(spec->name())->rules.size());
  }
  EXPECT_EQ(embedded.find("no_such"), nullptr);
  const auto temporary = std::filesystem::temp_directory_path() / "assay_loader_test";
  std::filesystem::remove_all(temporary);
  EXPECT_THROW(Catalogue{temporary}, Error);
  std::filesystem::create_directories(temporary);
  EXPECT_THROW(Catalogue{temporary}, Error);
  std::ofstream(temporary / "twice.json") << kGood;
  EXPECT_EQ(Catalogue(temporary).all().size(), 1u);
  std::ofstream(temporary / "thrice.json") << kGood;
  EXPECT_THROW(Catalogue{temporary}, Error);
  std::filesystem::remove_all(temporary);
}

}  // namespace
}  // namespace assay::specs
