// Campaigns that go on: what was told before they were stopped is told again, or is flaky.
#include "conformance/campaign/told_failures.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "testing/conformance/told_campaign.h"

namespace assay::conformance::testing {
namespace {

TEST(ToldFailures, are_told_again_by_a_campaign_that_goes_on) {
  ToldCampaign campaign;
  bool stop = false, fails = true;
  campaign.listener.stop = [&] { return stop; };
  Judgement wrong;
  wrong.verdict = Verdict::Wrong;
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    stop |= index == 6 && fails;
    if (index == 3 && fails) return std::nullopt;
    return campaign.came(index, count, index == 5 && fails ? std::optional(wrong) : std::nullopt);
  };
  CampaignResult result = campaign.run();
  ASSERT_TRUE(result.go_on_from);
  ASSERT_EQ(result.go_on_from->next_batch, 3u);
  ASSERT_EQ(campaign.found.size(), 1u);
  CampaignState from = *result.go_on_from;
  from.told[5][campaign.found[0].line()] = {};
  from.told[6]["no line of the batch"] = {Verdict::Hung, Verdict::Hung};
  // The driver has no fault any more.
  stop = fails = false;
  campaign.found.clear();
  result = campaign.run(from);
  EXPECT_FALSE(result.stopped);
  EXPECT_EQ(result.tally().total(), campaign.options.cases);
  EXPECT_EQ(result.tally().count(Verdict::Flaky), 1u);
  ASSERT_EQ(campaign.found.size(), 1u);
  EXPECT_EQ(campaign.found[0].judgement.flaky_as, Verdict::Wrong);
  EXPECT_EQ(campaign.found[0].batch_number, 5u);
  // What did not come to its turn is still told.
  ASSERT_EQ(result.state.told.size(), 1u);
  EXPECT_TRUE(result.state.told.contains(6));
}

TEST(ToldFailures, are_flaky_where_the_case_fails_otherwise_now) {
  for (const Verdict before : {Verdict::Wrong, Verdict::Hung}) {
    ToldCampaign campaign;
    Judgement wrong;
    wrong.verdict = Verdict::Wrong;
    campaign.crew.answer = [&](std::uint64_t index, std::uint64_t count) {
      return std::optional<ToldCrew::Answer>(
          campaign.came(index, count, index == 5 ? std::optional(wrong) : std::nullopt));
    };
    campaign.run();
    ASSERT_EQ(campaign.found.size(), 1u);
    CampaignState from;
    from.told[5][campaign.found[0].line()] = {before, before};
    campaign.found.clear();
    const CampaignResult result = campaign.run(from);
    ASSERT_EQ(campaign.found.size(), 1u);
    const Judgement& now = campaign.found[0].judgement;
    EXPECT_EQ(now.verdict, before == Verdict::Wrong ? Verdict::Wrong : Verdict::Flaky);
    EXPECT_EQ(result.tally().count(now.verdict), 1u);
    EXPECT_EQ(ToldFailure::of(now).failed_as, before);
  }
}

TEST(ToldFailures, are_kept_where_they_do_not_come_again) {
  ToldCampaign campaign;
  campaign.crew.answer = [&](std::uint64_t index, std::uint64_t count) {
    return std::optional<ToldCrew::Answer>(campaign.came(index, count));
  };
  std::vector<std::string> lines;
  campaign.listener.settled = [&](const std::vector<Settled>& cases) {
    if (lines.empty())
      for (const Settled& s : cases) lines.push_back(s.line);
  };
  campaign.run();
  ASSERT_GE(lines.size(), 2u);
  CampaignState from;
  from.told[0] = {{lines[0], {}}, {lines[1], {}}};
  const CampaignResult result = campaign.run(from);
  // Whether a waiver covers them is asked of each that is found.
  std::set<std::string> found;
  for (const Record& record : campaign.found) {
    EXPECT_EQ(record.judgement.verdict, Verdict::Flaky);
    found.insert(record.line());
  }
  EXPECT_EQ(found, (std::set<std::string>{lines[0], lines[1]}));
  EXPECT_TRUE(result.state.told.empty());
}

}  // namespace
}  // namespace assay::conformance::testing
