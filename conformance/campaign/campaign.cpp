// A campaign gives out batches in order. They are run in any order and settled in order again, so
// that the report does not depend on which worker was faster. Failures are investigated while their
// batch is settled; meanwhile the workers go on.
#include "conformance/campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/campaign/open_batches.h"
#include "conformance/campaign/refusals.h"
#include "conformance/campaign/settler.h"
#include "conformance/plan/batch_walk.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"
#include "ops/stopwatch.h"

namespace assay::conformance {
namespace {

/// Seconds after a campaign's budget in which batches may still come back, and failures be looked
/// into.
constexpr double kOvertimeSeconds = 5;
/// Seconds before the end of the budget from which on no worker has a batch that waits.
constexpr double kNearSeconds = 5;
/// Seconds after the user asked for the end in which batches may still come back.
constexpr double kDrainSeconds = 2;

/// The most batches that are given out and not settled. The batches after a slow one wait for it,
/// and their outcomes are kept.
constexpr std::size_t kMostGiven = 1000;
/// The most failed cases in batches that wait for a batch before them. To settle more than these
/// would take too long once the campaign's time is over.
constexpr std::size_t kMostHeldFailures = 2000;
/// A failure whose batch waits longer than this for the batches before it is told at once.
constexpr double kHeldSeconds = 1;

class Campaign {
 public:
  Campaign(const CampaignCrew& crew, const CampaignOptions& options,
           const CampaignListener& listener, CampaignState state)
      : crew_(crew),
        options_(options),
        listener_(listener),
        plan_(options, &crew.library),
        walk_(plan_, options, state.next_batch),
        seconds_before_(state.seconds),
        incidents_before_(state.incidents),
        refusals_(state.next_batch == 0),
        settler_(crew, listener, plan_, std::move(state), [this] { return !is_pressed(); }) {}

  CampaignResult run() {
    attendance_.go_on = [this] { return !is_pressed(); };
    attendance_.gone = [this](const std::string& why) {
      gone_ = why;
      stop();
    };
    attendance_.crashed_idle = [this](const std::string& how) {
      settler_.state().crashed_idle = how;
    };
    attendance_.meanwhile = [this] {
      take_in(ops::Deadline(0));
      tell_held();
      tell_activity(true);
    };
    crew_.crew.attend(attendance_);
    crew_.investigator.attend(&attendance_);
    for (give_out(); !open_.empty(); give_out()) {
      take_in(ops::Deadline(open_.is_next_here() ? 0 : kWaitSeconds));
      if (is_drained_too_long()) take(crew_.crew.give_up());
      tell_held();
      tell_activity(false);
      while (open_.is_next_here()) settle_next();
    }
    return ended();
  }

 private:
  static constexpr double kWaitSeconds = 0.05;

  CampaignResult ended() {
    // The workers are ended before kills are counted, so that those of idle workers are counted,
    // too.
    crew_.crew.dismiss();
    crew_.investigator.refresh();
    crew_.investigator.attend(nullptr);
    settler_.state().incidents = incidents();
    CampaignResult result;
    result.jobs = crew_.jobs;
    result.stopped = stopped_ && (!walk_.at_end() || go_on_from_);
    if (options_.cases && result.stopped) result.unjudged = walk_.left();
    result.gone = gone_;
    if (go_on_from_) go_on_from_->crashed_idle = settler_.state().crashed_idle;
    result.go_on_from = std::move(go_on_from_);
    result.state = std::move(settler_.state());
    return result;
  }

  void give_out() {
    if (is_over_since(-kNearSeconds)) crew_.crew.end_is_near();
    while (crew_.crew.has_room() && open_.size() < kMostGiven &&
           open_.failures() < kMostHeldFailures && !walk_.at_end() && !told_to_end()) {
      std::optional<double> most;
      if (attendance_.limits.any())
        most = attendance_.limits.most(variant_of({walk_.batch(), walk_.count(), Lost{}}));
      open_.give(walk_.batch());
      const std::uint64_t batch = walk_.batch(), count = walk_.count();
      walk_.next();
      crew_.crew.start(batch, count, plan_.group(batch), most);
    }
  }

  /// Takes what came back by the deadline, and gives out more, so that no worker has to wait while
  /// batches are settled.
  void take_in(const ops::Deadline& deadline) {
    for (auto outcome = crew_.crew.next(deadline); outcome;
         outcome = crew_.crew.next(ops::Deadline(0))) {
      arrive(std::move(*outcome));
      give_out();
    }
    give_out();
  }

  void take(std::vector<Outcome> outcomes) {
    for (Outcome& outcome : outcomes) arrive(std::move(outcome));
  }

  void arrive(Outcome outcome) {
    refusals_.arrived(outcome);
    if (const auto* result = std::get_if<BatchResult>(&outcome.result)) {
      auto& compiled = settler_.state().compiled;
      if (!result->tally.operators().empty()) {
        const VariantName name{result->tally.operators().begin()->first->name(),
                               result->route.variant};
        if (attendance_.limits.came_back(name, result->seconds)) compiled[name.text()] = true;
      }
      if (!result->failures.empty() && is_unbuilt(result->failures[0].judgement))
        compiled.emplace(variant_of(outcome).text(), false);
    } else if (std::get<Lost>(outcome.result).overran()) {
      attendance_.limits.hung(variant_of(outcome));
    }
    is_asked_to_stop();
    const bool is_excused = lacks_something(outcome);
    open_.arrive(std::move(outcome), asked_ || is_excused);
  }

  /// Whether a batch crashed, or was refused, where the driver lacks what it needs. The campaign
  /// ends then.
  bool lacks_something(const Outcome& outcome) {
    if (!crew_.trouble || !Refusals::may_be_of_want(outcome)) return false;
    const std::string why = crew_.trouble();
    if (why.empty()) return false;
    gone_ = why;
    stop();
    return true;
  }

  static bool is_unbuilt(const Judgement& j) {
    return j.refused && j.refused->call == "clBuildProgram";
  }

  VariantName variant_of(const Outcome& outcome) {
    settler_.draw(outcome, peeked_);
    return {peeked_.cases[0].spec->name(), peeked_.route.variant};
  }

  void settle_next() {
    // While the batch is settled, others arrive.
    OpenBatches::Arrived next = open_.take_next();
    auto before = settler_.settle(next.outcome, next.late);
    if (before && stopped_ && !go_on_from_) go_on_from_ = std::move(before);
    CampaignState& state = settler_.state();
    state.seconds = elapsed();
    state.incidents = incidents();
    if (listener_.progress && !go_on_from_) listener_.progress(state);
  }

  /// Tells of failures whose batch waits for a batch before it.
  void tell_held() {
    if (!listener_.held) return;
    for (auto& [index, arrived] : open_.arrived()) {
      if (arrived.told || arrived.late || arrived.since.seconds() < kHeldSeconds) continue;
      arrived.told = true;
      const auto* result = std::get_if<BatchResult>(&arrived.outcome.result);
      if (!result || result->failures.empty()) continue;
      const BatchResult::Failure& first = result->failures.front();
      settler_.draw(arrived.outcome, peeked_);
      listener_.held(index, line_of(peeked_.cases[first.case_index], result->route),
                     first.judgement);
    }
  }

  void tell_activity(bool investigating) {
    constexpr double kEverySeconds = 0.1;
    if (!listener_.watched || since_told_.seconds() < kEverySeconds) return;
    since_told_.lap();
    listener_.watched(settler_.state(), {crew_.crew.building(), investigating});
  }

  unsigned incidents() const {
    return incidents_before_ + crew_.crew.incidents() + crew_.investigator.incidents();
  }
  double elapsed() const { return seconds_before_ + running_.seconds(); }
  /// Whether the campaign's time has been over for so many seconds. Seconds below 0 are before its
  /// end.
  bool is_over_since(double seconds) const {
    return options_.seconds && elapsed() + crew_.spent >= *options_.seconds + seconds;
  }
  bool is_asked_to_stop() {
    if (!asked_ && listener_.stop && listener_.stop()) {
      asked_ = true;
      stop();
    }
    return stopped_;
  }
  void stop() {
    if (std::exchange(stopped_, true)) return;
    since_stop_.lap();
  }
  bool told_to_end() { return is_over_since(0) || is_asked_to_stop(); }
  /// Whether nothing may be waited for that has not come back yet, but batches that were given out
  /// (is_drained_too_long()).
  bool is_pressed() { return is_asked_to_stop() || is_over_since(kOvertimeSeconds); }
  bool is_drained_too_long() {
    return is_pressed() && (!stopped_ || since_stop_.seconds() >= kDrainSeconds);
  }

  const CampaignCrew& crew_;
  const CampaignOptions& options_;
  const CampaignListener& listener_;
  const BatchPlan plan_;
  BatchWalk walk_;
  const ops::Stopwatch running_;
  const double seconds_before_;
  const unsigned incidents_before_;
  OpenBatches open_;
  /// Whether the user asked for the end; and whether the campaign ends for that, or as the driver
  /// is gone.
  bool asked_ = false, stopped_ = false;
  ops::Stopwatch since_stop_, since_told_;
  std::string gone_;
  /// CampaignResult::go_on_from.
  std::optional<CampaignState> go_on_from_;
  Attendance attendance_;
  Refusals refusals_;
  Settler settler_;
  /// A batch that is looked at before it is settled. The memory is used again.
  DrawnBatch peeked_;
};

}  // namespace

void CampaignState::add_shard(const CampaignState& other) {
  next_batch = std::max(next_batch, other.next_batch);
  cases += other.cases;
  tally.merge(other.tally);
  covered.merge(other.covered);
  seconds = std::max(seconds, other.seconds);
  investigation_seconds += other.investigation_seconds;
  builds += other.builds;
  incidents += other.incidents;
  for (const auto& [kind, count] : other.failures) failures[kind] += count;
  for (const auto& [variant, is] : other.compiled) compiled[variant] |= is;
  told.insert(other.told.begin(), other.told.end());
}

std::vector<std::string> CampaignResult::never_built() const {
  std::vector<std::string> names;
  for (const auto& [variant, is] : state.compiled)
    if (!is) names.push_back(variant);
  return names;
}

double CampaignResult::rate() const {
  const double working = state.seconds - state.builds.seconds / jobs - state.investigation_seconds;
  return working > 0 ? static_cast<double>(tally().total()) / working : 0;
}

double CampaignResult::build_share() const {
  const double all = state.seconds * jobs;
  return all > 0 ? std::min(1.0, state.builds.seconds / all) : 0;
}

CampaignResult run_campaign(const CampaignCrew& crew, const CampaignOptions& options,
                            const CampaignListener& listener, CampaignState state) {
  return Campaign(crew, options, listener, std::move(state)).run();
}

CampaignResult run_campaign(Pipeline& pipeline, const CampaignOptions& options,
                            const CampaignListener& listener) {
  const BatchPlan plan(options, &pipeline.library());
  OwnCrew crew(pipeline, plan, static_cast<bool>(listener.settled));
  return run_campaign({crew, pipeline, pipeline.library()}, options, listener);
}

}  // namespace assay::conformance
