// Tests of counts and of the exit codes for them.
#include "conformance/plan/tally.h"

#include <gtest/gtest.h>

#include "conformance/plan/tally_json.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

Tally tally_of(const std::vector<Judgement>& judgements) {
  const specs::Case c = specs::parse_case(
      "cumulative_summation:level=6_4:InputTensor=INT32.9:OutputTensor=INT32.9:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false",
      catalogue());
  Tally tally;
  for (const Judgement& j : judgements) tally.add(c, j);
  return tally;
}

Judgement judged(Verdict v) {
  Judgement j;
  j.verdict = v;
  return j;
}

Judgement skipped(bool is_short) {
  Judgement j = judged(Verdict::Skip);
  j.skip = SkipReason{is_short ? "memory" : "fp64", is_short};
  return j;
}

TEST(Tally, gives_the_exit_code_that_the_verdicts_deserve) {
  EXPECT_EQ(exit_code(tally_of({})), 3);
  EXPECT_EQ(exit_code(tally_of({judged(Verdict::Pass)})), 0);
  EXPECT_EQ(exit_code(tally_of({judged(Verdict::Doubtful)})), 0);
  EXPECT_EQ(exit_code(tally_of({skipped(false)})), 3);
  EXPECT_EQ(exit_code(tally_of({judged(Verdict::Pass), skipped(false)})), 0);
  EXPECT_EQ(exit_code(tally_of({judged(Verdict::Pass), skipped(true)})), 3);
  for (Verdict v : {Verdict::Wrong, Verdict::Stray, Verdict::Refused, Verdict::Crashed,
                    Verdict::Hung, Verdict::Flaky})
    EXPECT_EQ(exit_code(tally_of({judged(Verdict::Pass), skipped(true), judged(v)})), 1)
        << name_of(v);
}

TEST(Tally, counts_verdicts_skips_and_coverage) {
  const Tally tally =
      tally_of({judged(Verdict::Pass), judged(Verdict::Wrong), skipped(false), skipped(false)});
  EXPECT_EQ(tally.total(), 4u);
  EXPECT_EQ(tally.count(Verdict::Skip), 2u);
  EXPECT_EQ(tally.divergences(), 1u);
  EXPECT_EQ(tally.shorts(), 0u);
  ASSERT_EQ(tally.operators().size(), 1u);
  const Tally::OfOperator& o = tally.operators().begin()->second;
  EXPECT_EQ(o.elements, 36u);
  const std::size_t axis = [&] {
    const auto& rules = tally.operators().begin()->first->rules;
    for (std::size_t i = 0; i < rules.size(); ++i)
      if (rules[i].id == "axis") return i;
    return rules.size();
  }();
  ASSERT_LT(axis, o.rules.size());
  // Skipped cases cover nothing. The only valid Axis is 0, so it is at both edges.
  EXPECT_EQ(o.rules[axis].satisfied, 2u);
  EXPECT_EQ(o.rules[axis].low_edge, 2u);
  EXPECT_EQ(o.rules[axis].high_edge, 2u);
}

TEST(Tally, bins_headroom_by_data_type_and_stays_itself_between_processes) {
  std::vector<Judgement> judgements(4, judged(Verdict::Pass));
  const double headroom[] = {0, 0.05, 0.051, 1};
  for (std::size_t i = 0; i < 4; ++i) judgements[i].headroom = headroom[i];
  Tally tally = tally_of(judgements);
  tally.merge(tally_of(judgements));
  HeadroomBins expected{};
  expected[0] = expected[1] = expected[19] = 2;
  EXPECT_EQ(tally.operators().begin()->second.headroom,
            (std::map<ops::DataType, HeadroomBins>{{ops::DataType::INT32, expected}}));
  tally.add_skips({"a reason", true}, 3);
  const Tally back = tally_from_json(tally_to_json(tally), catalogue());
  EXPECT_EQ(back.operators(), tally.operators());
  EXPECT_EQ(back.skips(), tally.skips());
}

}  // namespace
}  // namespace assay::conformance::testing
