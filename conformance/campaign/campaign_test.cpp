// Campaigns with a crew that the test answers for: who comes late, fails or never comes back.
#include "conformance/campaign/campaign.h"

#include <gtest/gtest.h>

#include <csignal>
#include <set>
#include <string>

#include "conformance/plan/skipped_batches.h"
#include "ops/error.h"
#include "testing/conformance/told_campaign.h"

namespace assay::conformance::testing {
namespace {

TEST(Campaign, tells_a_failure_at_once_where_its_batch_waits_for_another) {
  ToldCampaign campaign;
  bool held = false;
  campaign.listener.held = [&](std::uint64_t, const std::string& line, const Judgement& j) {
    EXPECT_EQ(j.verdict, Verdict::Wrong);
    EXPECT_FALSE(line.empty());
    held = true;
  };
  Judgement wrong;
  wrong.verdict = Verdict::Wrong;
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    // The first batch comes back when the failure of the third was told.
    if (index == 0 && !held) return std::nullopt;
    return campaign.came(index, count, index == 2 ? std::optional(wrong) : std::nullopt);
  };
  const CampaignResult result = campaign.run();
  EXPECT_TRUE(held);
  EXPECT_EQ(campaign.found.size(), 1u);
  EXPECT_EQ(result.tally().total(), 4000u);
}

TEST(Campaign, lets_few_failures_wait_for_a_batch_that_does_not_come_back) {
  ToldCampaign campaign;
  campaign.options.cases = 1'000'000;
  campaign.options.seconds = 1.5;
  Judgement wrong;
  wrong.verdict = Verdict::Wrong;
  std::uint64_t waiting = 0;
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    if (index == 0) return std::nullopt;
    waiting += count;
    return campaign.came(index, count, wrong, true);
  };
  campaign.run();
  EXPECT_GT(waiting, 1000u);
  EXPECT_LT(waiting, 4000u);
}

TEST(Campaign, counts_as_short_what_does_not_come_back_and_loses_no_failure_behind_it) {
  ToldCampaign campaign;
  campaign.options.seconds = 0.1;
  Judgement wrong;
  wrong.verdict = Verdict::Wrong;
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    if (index == 1) return std::nullopt;
    return campaign.came(index, count, index == 3 ? std::optional(wrong) : std::nullopt);
  };
  std::set<std::uint64_t> skipped;
  campaign.listener.skipped = [&](std::uint64_t batch) { skipped.insert(batch); };
  std::vector<Verdict> rows;
  campaign.listener.settled = [&](const std::vector<Settled>& cases) {
    campaign.rows += cases.size();
    for (const Settled& s : cases) rows.push_back(s.verdict);
  };
  const CampaignResult result = campaign.run();
  EXPECT_TRUE(skipped.contains(1));
  EXPECT_FALSE(skipped.contains(0));
  // The rows on disk tell the same.
  EXPECT_EQ(skipped, skipped_batches(campaign.options, [&](const auto& each) {
              for (const Verdict v : rows) each(v);
            }));
  EXPECT_GT(result.tally().shorts(), 0u);
  EXPECT_EQ(result.tally().divergences(), 1u);
  EXPECT_EQ(campaign.rows, result.tally().total());
  ASSERT_EQ(campaign.found.size(), 1u);
  EXPECT_TRUE(campaign.found[0].judgement.unconfirmed);
  // The time was over, as it was asked for: the run does not go on from an earlier state.
  EXPECT_FALSE(result.stopped);
  EXPECT_FALSE(result.go_on_from);
}

TEST(Campaign, tells_its_crew_when_its_time_is_nearly_over) {
  for (const auto& [seconds, near] : {std::pair(1000.0, false), {4.0, true}}) {
    ToldCampaign campaign;
    campaign.options.seconds = seconds;
    campaign.crew.answer = [&](std::uint64_t index, std::uint64_t count) {
      return std::optional<ToldCrew::Answer>(campaign.came(index, count));
    };
    campaign.run();
    EXPECT_EQ(campaign.crew.is_told_of_the_end, near) << seconds;
  }
}

TEST(Campaign, tells_the_crash_after_which_the_driver_does_not_start) {
  ToldCampaign campaign;
  bool gone = false;
  Judgement wrong;
  wrong.verdict = Verdict::Wrong;
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    if (index < 3) return campaign.came(index, count);
    if (index == 5 && gone) return campaign.came(index, count, wrong);
    if (index != 3) return std::nullopt;
    campaign.crew.lose_driver();
    gone = true;
    Lost lost;
    lost.ending.signal = SIGABRT;
    return lost;
  };
  const CampaignResult result = campaign.run();
  EXPECT_EQ(result.gone, "no device");
  ASSERT_EQ(campaign.found.size(), 2u);
  EXPECT_EQ(campaign.found[0].judgement.verdict, Verdict::Crashed);
  EXPECT_EQ(campaign.found[0].batch_number, 3u);
  EXPECT_EQ(campaign.found[1].judgement.verdict, Verdict::Wrong);
  for (const Record& record : campaign.found) EXPECT_TRUE(record.judgement.unconfirmed);
  EXPECT_EQ(result.tally().divergences(), 2u);
  ASSERT_TRUE(result.go_on_from);
  EXPECT_EQ(result.go_on_from->next_batch, 3u);
}

TEST(Campaign, ends_and_blames_nobody_where_the_driver_lacks_what_it_needs) {
  for (const bool crashes : {true, false}) {
    ToldCampaign campaign;
    Lost crashed;
    crashed.ending.signal = SIGABRT;
    Judgement wrong;
    wrong.verdict = Verdict::Wrong;
    bool full = false;
    campaign.trouble = [&] { return full ? "the disk is full" : ""; };
    campaign.crew.answer = [&](std::uint64_t index,
                               std::uint64_t count) -> std::optional<ToldCrew::Answer> {
      if (index == 2) return campaign.came(index, count, wrong);
      full |= index == 3;
      if (index != 3) return campaign.came(index, count);
      if (crashes) return crashed;
      return campaign.came(index, count, refused_build(), true);
    };
    const CampaignResult result = campaign.run();
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.gone, "the disk is full");
    ASSERT_EQ(campaign.found.size(), 1u);
    EXPECT_EQ(campaign.found[0].batch_number, 2u);
    EXPECT_EQ(result.tally().divergences(), 1u);
    ASSERT_TRUE(result.go_on_from);
    EXPECT_LE(result.go_on_from->next_batch, 3u);
  }
}

TEST(Campaign, goes_on_before_the_first_batch_of_which_something_was_cut_off) {
  ToldCampaign campaign;
  bool stop = false;
  std::uint64_t progress = 0;
  campaign.listener.stop = [&] { return stop; };
  campaign.listener.progress = [&](const CampaignState& state) { progress = state.next_batch; };
  Judgement wrong;
  wrong.verdict = Verdict::Wrong;
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    stop |= index == 6;
    if (index == 5) return std::nullopt;
    // What fails after the user asked for the end is no divergence.
    return campaign.came(index, count, index == 6 ? std::optional(wrong) : std::nullopt);
  };
  const CampaignResult result = campaign.run();
  EXPECT_TRUE(result.stopped);
  ASSERT_TRUE(result.go_on_from);
  EXPECT_EQ(result.go_on_from->next_batch, 5u);
  EXPECT_EQ(progress, 5u);
  EXPECT_GT(result.state.next_batch, 5u);
  EXPECT_EQ(result.tally().divergences(), 0u);
  EXPECT_GT(result.tally().shorts(), 0u);
}

TEST(Campaign, ends_where_the_first_batches_all_fail_at_the_same_call) {
  for (const bool one_passes : {false, true}) {
    ToldCampaign campaign;
    campaign.options.cases = 100'000;
    campaign.runner.judgement = refused_build();
    campaign.crew.answer = [&](std::uint64_t index,
                               std::uint64_t count) -> std::optional<ToldCrew::Answer> {
      if (index > 300) return Lost{.ending = {}, .cut_off = true};
      if (one_passes && index == 100) return campaign.came(index, count);
      return campaign.came(index, count, refused_build(), true);
    };
    if (one_passes) {
      EXPECT_GT(campaign.run().tally().divergences(), 0u);
      continue;
    }
    try {
      campaign.run();
      ADD_FAILURE() << "the campaign goes on";
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()),
                "nothing can be tested: the first 200 batches all failed at the same call: "
                "clBuildProgram gave CL_BUILD_PROGRAM_FAILURE (-11): error: no");
    }
  }
}

TEST(Campaign, names_variants_that_never_compiled) {
  ToldCampaign campaign;
  campaign.options.cases = 300;
  campaign.runner.judgement = refused_build();
  campaign.crew.answer = [&](std::uint64_t index,
                             std::uint64_t count) -> std::optional<ToldCrew::Answer> {
    return campaign.came(index, count, refused_build(), true);
  };
  EXPECT_EQ(campaign.run().never_built(),
            std::vector<std::string>{campaign.options.operators[0]->name() + "/bits"});
}

}  // namespace
}  // namespace assay::conformance::testing
