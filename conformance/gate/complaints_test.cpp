// What keeps a result from being green is always told.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "conformance/campaign/campaign.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

CampaignResult drawn_result() {
  CampaignResult result;
  Tally::OfOperator& o = result.state.tally.of(*catalogue().all()[0]);
  const auto few = [] { return *rc::gen::element<std::uint64_t>(0, 0, 3); };
  for (const Verdict v : {Verdict::Pass, Verdict::Wrong})
    o.verdicts[static_cast<std::size_t>(v)] = few();
  for (const bool is_short : {false, true})
    if (const std::uint64_t n = few()) {
      o.verdicts[static_cast<std::size_t>(Verdict::Skip)] += n;
      result.state.tally.add_skips("a reason", is_short, n);
    }
  result.stopped = *rc::gen::arbitrary<bool>();
  if (result.stopped) result.unjudged = few();
  if (*rc::gen::arbitrary<bool>()) result.missing_shards = {"3/8"};
  if (*rc::gen::arbitrary<bool>()) {
    result.coverage.emplace();
    result.coverage->operators.push_back({catalogue().all()[0].get(), {1, 2}, {2, 2}, {}, {}});
    result.min_coverage = *rc::gen::element(0.0, 50.0, 50.1);
  }
  if (*rc::gen::arbitrary<bool>()) {
    result.waivers.emplace();
    result.waivers->strict = *rc::gen::arbitrary<bool>();
    result.waivers->waived = std::min<std::uint64_t>(few(), result.tally().divergences());
    for (auto* ids : {&result.waivers->expired, &result.waivers->unused, &result.waivers->passing,
                      &result.waivers->otherwise})
      if (*rc::gen::arbitrary<bool>()) ids->push_back("an-id");
  }
  return result;
}

RC_GTEST_PROP(Complaints, are_red_exactly_where_the_exit_code_is_not_of_divergences_alone, ()) {
  const CampaignResult result = drawn_result();
  const bool diverges = result.tally().divergences() > result.waived();
  bool red = false, of_waivers = false;
  for (const Complaint& c : complaints(result)) {
    RC_ASSERT(!c.text.empty());
    red |= c.red;
    of_waivers |= c.red && c.about == "waivers";
  }
  RC_ASSERT(exit_code(result) == (diverges || of_waivers ? 1 : red ? 3 : 0));
  // Stated once more, from what a gate must never call green.
  const bool tested = result.tally().total() > result.tally().count(Verdict::Skip);
  const bool lacks = !tested || result.tally().shorts() > 0 || result.stopped ||
                     !result.missing_shards.empty() ||
                     (result.coverage && result.min_coverage > 50);
  if (lacks) RC_ASSERT(exit_code(result) != 0);
}

TEST(Complaints, name_each_waiver_and_shard) {
  CampaignResult result;
  result.missing_shards = {"3/8", "5/8, unfinished: farm/shard-5"};
  result.waivers.emplace();
  result.waivers->expired = {"old"};
  result.waivers->passing = {"mended", "mended-too"};
  result.waivers->otherwise = {"worse"};
  std::string told;
  for (const Complaint& c : complaints(result)) told += c.text + (c.red ? "!" : "") + "\n";
  EXPECT_EQ(told,
            "Waiver expired: old\nWaiver unexpectedly passing: mended\n"
            "Waiver unexpectedly passing: mended-too\n"
            "Waiver of another verdict than its cases have: worse\n"
            "Missing: shard 3/8!\nMissing: shard 5/8, unfinished: farm/shard-5!\n"
            "Nothing was tested.!\n");
}

}  // namespace
}  // namespace assay::conformance::testing
