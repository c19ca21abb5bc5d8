// Campaigns with a crew that the test answers for: who comes late, fails or never comes back.
#include "conformance/campaign/campaign.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "conformance/plan/skipped_batches.h"
#include "ops/error.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

/// A crew whose batches come back as the test says.
class ToldCrew : public Crew {
 public:
  using Answer = std::variant<BatchResult, Lost>;
  /// Gives what comes of a batch, or nothing while it runs.
  std::function<std::optional<Answer>(std::uint64_t index, std::uint64_t count)> answer;

  /// Whether the crew was told that the end is near.
  bool is_told_of_the_end = false;

  bool has_room() const override { return given_.size() < 8; }
  void end_is_near() override { is_told_of_the_end = true; }
  void start(std::uint64_t index, std::uint64_t count, std::uint64_t,
             std::optional<double>) override {
    given_.push_back({index, count, {}});
  }
  bool is_idle() const override { return given_.empty(); }
  void attend(const Attendance& attendance) override { attendance_ = &attendance; }
  /// The driver cannot be started any more.
  void lose_driver() const { attendance_->gone("no device"); }
  std::optional<Outcome> next(const ops::Deadline& deadline) override {
    for (std::size_t i = 0; i < given_.size(); ++i)
      if (auto came = answer(given_[i].index, given_[i].count)) {
        Outcome outcome{given_[i].index, given_[i].count, std::move(*came)};
        given_.erase(given_.begin() + static_cast<std::ptrdiff_t>(i));
        return outcome;
      }
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(deadline.left(), 0.01)));
    return std::nullopt;
  }
  std::vector<Outcome> give_up() override {
    for (Outcome& outcome : given_) outcome.result = Lost{.ending = {}, .cut_off = true};
    return std::exchange(given_, {});
  }

 private:
  const Attendance* attendance_ = nullptr;
  std::vector<Outcome> given_;
};

/// Runs each case alone as the test says.
class ToldRunner : public Runner {
 public:
  Judgement judgement;

  const opencl::DeviceInfo& device() const override { return device_; }
  std::vector<std::string> variants(const specs::Spec&,
                                    const std::vector<ops::DataType>&) override {
    return {"bits"};
  }
  std::span<const Judgement> run(std::span<const specs::Case> cases, const Route&) override {
    const bool goes_on = !attendance_ || attendance_->each_turn();
    judgements_.assign(cases.size(), goes_on ? judgement : cut_off());
    return judgements_;
  }
  void attend(Attendance* attendance) override { attendance_ = attendance; }

 private:
  opencl::DeviceInfo device_;
  std::vector<Judgement> judgements_;
  Attendance* attendance_ = nullptr;
};

Judgement refused_build() {
  Judgement j;
  j.verdict = Verdict::Refused;
  j.refused = opencl::CallFailure("clBuildProgram", -11, "error: no");
  return j;
}

/// A campaign of one operator, with its crew.
struct ToldCampaign {
  ToldCampaign() {
    options.operators = {some_specs()[0]};
    options.cases = 4000;
    runner.judgement.verdict = Verdict::Wrong;
    listener.settled = [this](const std::vector<Settled>& cases) { rows += cases.size(); };
    listener.found = [this](const Record& record) { found.push_back(record); };
  }

  /// A batch of which the first case failed as `failure` says, or all passed.
  BatchResult came(std::uint64_t index, std::uint64_t count,
                   const std::optional<Judgement>& failure = {}, bool all = false) const {
    BatchResult result;
    result.index = index;
    result.route.variant = "bits";
    result.seconds = 0.01;
    ops::KeptVector<specs::Case> cases;
    BatchPlan(options).draw(index, count, cases);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool fails = failure && (all || i == 0);
      if (fails)
        result.failures.push_back({i, *failure});
      else
        result.tally.add(cases[i], Judgement{});
      result.lines.push_back(line_of(cases[i], result.route));
      result.verdicts.push_back(fails ? failure->verdict : Verdict::Pass);
    }
    return result;
  }
  CampaignResult run(CampaignState state = {}) {
    return run_campaign({crew, runner, built_in_kernels(), 2}, options, listener, std::move(state));
  }

  CampaignOptions options;
  CampaignListener listener;
  ToldCrew crew;
  ToldRunner runner;
  std::size_t rows = 0;
  std::vector<Record> found;
};

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

TEST(Campaign, that_goes_on_tells_again_what_it_told_before_it_was_stopped) {
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

TEST(Campaign, that_goes_on_calls_flaky_what_fails_otherwise_than_it_was_told) {
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

TEST(Campaign, that_goes_on_tells_nothing_of_what_a_waiver_covers_and_does_not_come_again) {
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
  campaign.listener.excused = [&](const std::string& line, Verdict) { return line == lines[1]; };
  const CampaignResult result = campaign.run(from);
  ASSERT_EQ(campaign.found.size(), 1u);
  EXPECT_EQ(campaign.found[0].line(), lines[0]);
  EXPECT_TRUE(result.state.told.empty());
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
