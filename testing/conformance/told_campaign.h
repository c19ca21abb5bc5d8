#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/plan/batch_result.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {

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

inline Judgement refused_build() {
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
    return run_campaign({crew, runner, built_in_kernels(), 2, 0, trouble}, options, listener,
                        std::move(state));
  }

  CampaignOptions options;
  CampaignListener listener;
  ToldCrew crew;
  ToldRunner runner;
  std::function<std::string()> trouble;
  std::size_t rows = 0;
  std::vector<Record> found;
};

}  // namespace assay::conformance::testing
