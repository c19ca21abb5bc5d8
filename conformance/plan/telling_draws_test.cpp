// Goals that are made of the telling draws alone are those of all draws.
#include "conformance/plan/telling_draws.h"

#include <gtest/gtest.h>

#include "conformance/plan/goals.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

Goals goals_by(const specs::Spec& spec, const TellingDraws* telling) {
  return Goals(spec, built_in_kernels().of(spec), telling, std::atomic<bool>(false));
}

void expect_equal(const Goals& a, const Goals& b) {
  EXPECT_EQ(a.pairs(), b.pairs());
  EXPECT_EQ(a.edges(), b.edges());
  EXPECT_EQ(a.turning_points(), b.turning_points());
  EXPECT_EQ(a.violated(), b.violated());
  EXPECT_EQ(a.telling_draws(), b.telling_draws());
}

TEST(TellingDraws, give_the_goals_of_all_draws) {
  for (const specs::Spec* spec : some_specs()) {
    SCOPED_TRACE(spec->name());
    const Goals all = goals_by(*spec, nullptr);
    const TellingDraws telling = all.telling_draws();
    EXPECT_LT(telling.numbers.size(), 4096u);
    expect_equal(goals_by(*spec, &telling), all);
    // The build has written the same draws beside the program.
    const TellingDraws* built = KnownDraws::of_program().find(drawn_text_of(*spec));
    ASSERT_TRUE(built);
    EXPECT_EQ(*built, telling);
  }
}

TEST(TellingDraws, are_the_same_whatever_the_kernels_are) {
  const specs::Spec& gather = *catalogue().find("gather");
  KernelLibrary of_backend(std::nullopt, "/a/library");
  const Goals own(gather, of_backend.of(gather), nullptr, std::atomic<bool>(false));
  EXPECT_EQ(own.telling_draws(), goals_by(gather, nullptr).telling_draws());
}

TEST(TellingDraws, that_give_other_goals_are_not_used) {
  const specs::Spec& gather = *catalogue().find("gather");
  const Goals all = goals_by(gather, nullptr);
  const TellingDraws telling = all.telling_draws();
  for (const std::size_t left_out : {std::size_t{0}, telling.numbers.size() / 2}) {
    TellingDraws lacking = telling;
    lacking.numbers.erase(lacking.numbers.begin() + static_cast<std::ptrdiff_t>(left_out));
    expect_equal(goals_by(gather, &lacking), all);
  }
  const TellingDraws of_another = goals_by(*catalogue().find("slice1"), nullptr).telling_draws();
  expect_equal(goals_by(gather, &of_another), all);
}

TEST(TellingDraws, are_known_of_no_spec_with_other_rules) {
  const specs::Spec& scan = *catalogue().find("cumulative_summation");
  std::string text = scan.text;
  const std::string rule = "0 .. D - 1";
  ASSERT_NE(text.find(rule), text.npos);
  text.replace(text.find(rule), rule.size(), "0 .. if (D > 1) then 0 else D - 1");
  const auto changed = specs::load_spec(text, scan.path);
  EXPECT_TRUE(KnownDraws::of_program().find(drawn_text_of(scan)));
  EXPECT_FALSE(KnownDraws::of_program().find(drawn_text_of(*changed)));
}

TEST(TellingDraws, that_no_run_makes_are_not_made) {
  const specs::Spec& gather = *catalogue().find("gather");
  const Goals all = goals_by(gather, nullptr);
  for (const std::vector<std::uint32_t>& numbers :
       {std::vector<std::uint32_t>{}, {7, 7}, {9, 8}, {0, UINT32_MAX}}) {
    const TellingDraws telling{numbers, all.telling_draws().hash};
    expect_equal(goals_by(gather, &telling), all);
  }
}

TEST(TellingDraws, are_read_as_they_were_written) {
  KnownDraws known;
  const TellingDraws draws{{0, 7, 32767}, UINT64_MAX};
  known.add("an origin", draws);
  const KnownDraws read(specs::parse_json(known.json().dump(), "the test"));
  ASSERT_TRUE(read.find("an origin"));
  EXPECT_EQ(*read.find("an origin"), draws);
  EXPECT_FALSE(read.find("another origin"));
}

}  // namespace
}  // namespace assay::conformance::testing
