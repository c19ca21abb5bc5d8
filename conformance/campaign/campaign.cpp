// A campaign gives out batches in order. They are run in any order and settled in order again, so
// that the report does not depend on which worker was faster. Failures are investigated while their
// batch is settled.
#include "conformance/campaign/campaign.h"

#include <algorithm>
#include <deque>

#include "conformance/campaign/failed_batch.h"
#include "conformance/workers/worker_runner.h"
#include "ops/stopwatch.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

/// Seconds after a campaign's budget in which hangs that were found at its end may still be shrunk.
constexpr double kGrace = 10;

/// The most batches that are given out and not settled. The batches after a slow one wait for it,
/// and their outcomes are kept.
constexpr std::size_t kMostGiven = 1000;

class Campaign {
 public:
  Campaign(const CampaignCrew& crew, const CampaignOptions& options,
           const CampaignListener& listener, CampaignState state)
      : crew_(crew),
        options_(options),
        listener_(listener),
        plan_(options),
        state_(std::move(state)),
        seconds_before_(state_.seconds),
        incidents_before_(state_.incidents) {}

  CampaignResult run() {
    BatchWalk walk(plan_, options_, state_.next_batch);
    give_out(walk);
    while (std::optional<Outcome> outcome = crew_.crew.next()) {
      waiting_.emplace(outcome->index, std::move(*outcome));
      // No worker has to wait while batches are settled.
      give_out(walk);
      for (auto next = waiting_.begin(); next != waiting_.end() && next->first == given_.front();
           next = waiting_.begin()) {
        settle(next->second);
        waiting_.erase(next);
        given_.pop_front();
      }
      give_out(walk);
    }
    // The workers are ended before kills are counted, so that those of idle workers are counted,
    // too.
    crew_.crew.dismiss();
    crew_.investigator.refresh();
    state_.incidents = incidents();
    CampaignResult result;
    result.jobs = crew_.jobs;
    result.stopped = stopped_ && !walk.at_end();
    if (options_.cases && result.stopped) result.unjudged = walk.left();
    result.state = std::move(state_);
    return result;
  }

 private:
  void give_out(BatchWalk& walk) {
    while (crew_.crew.has_room() && given_.size() < kMostGiven && !walk.at_end() &&
           !told_to_end()) {
      crew_.crew.start(walk.batch(), walk.count());
      given_.push_back(walk.batch());
      walk.next();
    }
  }

  unsigned incidents() const {
    return incidents_before_ + crew_.crew.incidents() + crew_.investigator.incidents();
  }
  double elapsed() const { return seconds_before_ + running_.seconds(); }
  bool out_of_time() const { return options_.seconds && elapsed() >= *options_.seconds; }
  bool asked_to_stop() const { return listener_.stop && listener_.stop(); }
  bool told_to_end() {
    if (out_of_time()) return true;
    stopped_ |= asked_to_stop();
    return stopped_;
  }

  /// Whether shrinking of a hang must end, because the user stopped the run or its budget is over.
  bool is_pressed() const {
    return asked_to_stop() || (options_.seconds && elapsed() >= *options_.seconds + kGrace);
  }

  void settle(Outcome& outcome) {
    std::vector<Settled> settled;
    if (auto* result = std::get_if<BatchResult>(&outcome.result)) {
      state_.build_seconds += result->build_seconds;
      state_.tally.merge(result->tally);
      state_.pairs.merge(result->pairs);
      const double each = result->seconds / static_cast<double>(outcome.count);
      for (std::size_t i = 0; i < result->lines.size(); ++i)
        settled.push_back({std::move(result->lines[i]), result->verdicts[i], each});
      if (!result->failures.empty()) look_into(outcome, settled);
    } else {
      look_into(outcome, settled);
    }
    state_.cases += outcome.count;
    state_.next_batch = outcome.index + 1;
    state_.seconds = elapsed();
    state_.incidents = incidents();
    if (listener_.settled) listener_.settled(settled);
    if (listener_.progress) listener_.progress(state_);
  }

  /// Investigates a batch that has failures, or whose worker was lost.
  void look_into(const Outcome& outcome, std::vector<Settled>& settled) {
    const ops::Stopwatch watch;
    plan_.draw(outcome.index, outcome.count, cases_);
    const std::span<const specs::Case> cases = cases_;
    const auto* result = std::get_if<BatchResult>(&outcome.result);
    const Route route = result ? result->route : drawn_route(outcome.index, cases);
    FailedBatch batch(for_failures_, outcome.index, cases, route);
    JudgedCases judged;
    if (result) {
      judged = batch.look_into(result->failures);
    } else {
      if (listener_.settled)
        for (const specs::Case& c : cases) settled.push_back({line_of(c, route), {}, 0});
      judged = batch.judge_alone(judgement_of(std::get<Lost>(outcome.result)));
    }
    count(judged, cases, route, settled);
    state_.investigation_seconds += watch.seconds();
  }

  Route drawn_route(std::uint64_t index, std::span<const specs::Case> cases) const {
    const opencl::DeviceInfo& device = crew_.investigator.device();
    const auto offered =
        crew_.library.offered(*cases[0].spec, types_of(cases[0].descriptor), device);
    return plan_.draw_route(index, cases, offered, device);
  }

  void count(const JudgedCases& judged, std::span<const specs::Case> cases, const Route& route,
             std::vector<Settled>& settled) {
    PairMarker pairs(state_.pairs, crew_.library.knobs(*cases[0].spec), route);
    for (const auto& [i, j] : judged) {
      state_.tally.add(cases[i], j);
      if (!j.skip && specs::is_valid(cases[i])) pairs.add(cases[i]);
      if (!settled.empty()) settled[i].verdict = j.verdict;
    }
  }

  const CampaignCrew& crew_;
  const CampaignOptions& options_;
  const CampaignListener& listener_;
  const BatchPlan plan_;
  const ops::Stopwatch running_;
  CampaignState state_;
  const double seconds_before_;
  const unsigned incidents_before_;
  /// The numbers of batches that were given out and are not settled, in order; and the outcomes of
  /// those of them that came back.
  std::deque<std::uint64_t> given_;
  std::map<std::uint64_t, Outcome> waiting_;
  bool stopped_ = false;
  const Patience patience_ = [this] { return !is_pressed(); };
  const FailedBatch::Campaign for_failures_{crew_.investigator, state_.failures, listener_.found,
                                            patience_};
  /// The cases of a batch that is investigated. The memory is used again.
  ops::KeptVector<specs::Case> cases_;
};

}  // namespace

double CampaignResult::rate() const {
  const double working = state.seconds - state.build_seconds / jobs - state.investigation_seconds;
  return working > 0 ? static_cast<double>(tally().total()) / working : 0;
}

CampaignResult run_campaign(const CampaignCrew& crew, const CampaignOptions& options,
                            const CampaignListener& listener, CampaignState state) {
  return Campaign(crew, options, listener, std::move(state)).run();
}

CampaignResult run_campaign(Pipeline& pipeline, const CampaignOptions& options,
                            const CampaignListener& listener) {
  const BatchPlan plan(options);
  OwnCrew crew(pipeline, plan, static_cast<bool>(listener.settled));
  return run_campaign({crew, pipeline, pipeline.library()}, options, listener);
}

}  // namespace assay::conformance
