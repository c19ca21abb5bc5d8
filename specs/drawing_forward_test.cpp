// Specs in which what is drawn first leaves room for what follows from it, in the words of their
// pages: repeats, padding, distinct axes, products.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/repair.h"
#include "specs/rules.h"
#include "specs/trial.h"
#include "specs/violate.h"
#include "testing/specs/good_spec.h"

namespace assay::specs::testing {
namespace {

/// A spec with an input, and an output and other members as given.
std::unique_ptr<const Spec> spec_with(const std::string& output, const std::string& members,
                                      const std::string& more = "") {
  return load_spec(R"({ "operator": "forward", "desc": "d", "summary": "s", "page": "p",)" + more +
                       R"("members": [ { "name": "A", "kind": "input", "summary": "s" },
    { "name": "B", "kind": "output", "summary": "s", "like": "A")" +
                       output + " }, " + members + R"( ], "support": { "1_0": "T11 1-8" } })",
                   "forward.json");
}

std::string sizes_rule(const std::string& in) {
  return R"(, "sizes": { "out": { "in": ")" + in + R"(", "sentence": "s", "source": "p" } })";
}

std::string value_rule(const std::string& in) {
  return R"("summary": "s", "value": { "rule": { "in": ")" + in +
         R"(", "sentence": "s", "source": "p" } })";
}

/// Checks what is drawn, violated and repaired, and gives how many of 2,000 cases `is` true for.
template <class Is>
int count_drawn(const Spec& spec, const Is& is) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SeededChooser chooser(seed);
    const Limits limits{.max_elements = 4096};
    const Case c = draw(spec, chooser, limits);
    EXPECT_TRUE(is_valid(c)) << print_case(c);
    EXPECT_LE(total_elements(c), limits.max_elements) << print_case(c);
    EXPECT_EQ(repair(c), c) << print_case(c);
    count += is(c);
  }
  for (std::size_t r = 0; r < spec.rules.size(); ++r) {
    int violated = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      SeededChooser chooser(seed);
      const auto c = violate(spec, r, chooser);
      if (!c) continue;
      ++violated;
      EXPECT_EQ(broken_rules(*c), std::vector<std::size_t>{r}) << print_case(*c);
      EXPECT_TRUE(is_valid(repair(*c))) << print_case(*c);
    }
    EXPECT_GT(violated, 20) << spec.rules[r].id;
  }
  return count;
}

bool has_above(const Case& c, const char* name, std::int64_t low) {
  const ops::List& list = c.descriptor.list(name);
  return std::any_of(list.begin(), list.end(), [&](std::int64_t v) { return v > low; });
}

TEST(DrawingForward, RepeatsMultiplySizes) {
  const auto spec =
      spec_with(sizes_rule("each i < A.DimensionCount : A.Sizes[i] * Repeats[i]"),
                R"({ "name": "Repeats", "kind": "uints", "length": "A.DimensionCount", )" +
                    value_rule("each i < A.DimensionCount : 1 .. 4294967295") + "}");
  EXPECT_GT(count_drawn(*spec, [](const Case& c) { return has_above(c, "Repeats", 1); }), 1000);
}

TEST(DrawingForward, PaddingIsAddedToSizes) {
  const auto spec = spec_with(
      sizes_rule("each i < A.DimensionCount : A.Sizes[i] + Start[i] + End[i]"),
      R"({ "name": "Start", "kind": "uints", "length": "A.DimensionCount", "summary": "s" },
         { "name": "End", "kind": "uints", "length": "A.DimensionCount", "summary": "s" })");
  EXPECT_GT(count_drawn(*spec, [](const Case& c) { return has_above(c, "Start", 0); }), 700);
  EXPECT_GT(count_drawn(*spec, [](const Case& c) { return has_above(c, "End", 0); }), 700);
}

TEST(DrawingForward, AConditionLeavesSomeSizesFree) {
  const auto spec = spec_with(
      sizes_rule("each i < A.DimensionCount : if i == Axis then any else A.Sizes[i]"),
      R"({ "name": "Axis", "kind": "uint", )" + value_rule("0 .. A.DimensionCount - 1") + "}");
  EXPECT_GT(
      count_drawn(*spec,
                  [](const Case& c) {
                    return !(c.descriptor.tensor("A").sizes == c.descriptor.tensor("B").sizes);
                  }),
      1000);
}

TEST(DrawingForward, DistinctEntriesAscend) {
  const auto spec = spec_with(
      sizes_rule("each i < A.DimensionCount : if contains(Axes, i) then 1 else A.Sizes[i]"),
      R"({ "name": "AxisCount", "kind": "uint", )" + value_rule("1 .. A.DimensionCount") + R"(},
         { "name": "Axes", "kind": "uints", "length": "AxisCount", "entries": "distinct", )" +
          R"("summary": "s", "value": { "axes": { "in": "each i < AxisCount : 0 .. A.DimensionCount - 1", "sentence": "s", "source": "p" } } })");
  std::set<std::string> seen;
  count_drawn(*spec, [&](const Case& c) {
    const ops::List& axes = c.descriptor.list("Axes");
    EXPECT_TRUE(std::is_sorted(axes.begin(), axes.end())) << print_case(c);
    if (c.descriptor.tensor("A").sizes.size() == 3) {
      std::string text;
      for (const std::int64_t a : axes) text += std::to_string(a);
      seen.insert(text);
    }
    return true;
  });
  EXPECT_EQ(seen, (std::set<std::string>{"0", "1", "2", "01", "02", "12", "012"}));
}

TEST(DrawingForward, WorkIsLimitedAsElementsAre) {
  const auto spec = spec_with(sizes_rule("A.Sizes"),
                              R"({ "name": "K", "kind": "uint", )" + value_rule("0 .. 1") + "}",
                              R"x("work": "product(A.Sizes) * product(A.Sizes)",)x");
  EXPECT_GT(count_drawn(*spec,
                        [](const Case& c) {
                          const auto count = *element_count(c.descriptor.tensor("A").sizes);
                          EXPECT_LE(count * count, 4096u) << print_case(c);
                          return count > 16;
                        }),
            200);
}

TEST(DrawingForward, AnInputMayHaveALeastNumberOfElements) {
  const auto spec = spec_with(sizes_rule("A.Sizes"),
                              R"({ "name": "V", "kind": "input", "least": 3, "summary": "s" })");
  EXPECT_GT(
      count_drawn(
          *spec, [](const Case& c) { return *element_count(c.descriptor.tensor("V").sizes) == 3; }),
      20);
}

TEST(DrawingForward, WhereEveryTypeOfElementsIsSupportedAnotherTypeBreaksTheRule) {
  const auto spec = spec_with(sizes_rule("A.Sizes"),
                              R"({ "name": "K", "kind": "uint", )" + value_rule("0 .. 1") + "}");
  SeededChooser chooser(1);
  int seen = 0;
  for (std::size_t r = 0; r < spec->rules.size(); ++r) {
    if (spec->rules[r].generic != Generic::SupportedType) continue;
    ++seen;
    EXPECT_TRUE(can_be_violated(*spec, r, chooser)) << spec->rules[r].id;
  }
  EXPECT_EQ(seen, 2);
}

TEST(DrawingForward, ASpecThatCannotBeDrawnSaysWhichRuleLeavesNothing) {
  const auto refusal = [](const Spec& spec) -> std::string {
    SeededChooser chooser(1);
    try {
      draw(spec, chooser);
      return "drawn";
    } catch (const Error& e) {
      const std::string what = e.what();
      return what.substr(0, what.find(" for forward:"));
    }
  };
  EXPECT_EQ(
      refusal(*spec_with(sizes_rule("each i < A.DimensionCount : 4294967295 * A.Sizes[i] + 1"),
                         R"({ "name": "K", "kind": "uint", "summary": "s" })")),
      "forward.json:2:93: rule out leaves nothing of 1 .. 4294967295 for entry 0");
  EXPECT_EQ(refusal(*spec_with(sizes_rule("each i < A.DimensionCount : A.Sizes[0 - 1]"),
                               R"({ "name": "K", "kind": "uint", "summary": "s" })")),
            "forward.json:2:93: rule out is undefined, or has another number of entries,");
}

}  // namespace
}  // namespace assay::specs::testing
