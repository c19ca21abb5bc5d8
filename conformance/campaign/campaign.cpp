// A campaign: batches are given out in order, run in any, and settled in order again, so that what
// is reported does not depend on who was faster. Failures are looked into while settling.
#include "conformance/campaign/campaign.h"

#include <algorithm>
#include <chrono>
#include <deque>

#include "conformance/find/investigate.h"
#include "conformance/workers/worker_runner.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// So many failures of a kind are confirmed in workers of their own.
constexpr unsigned kConfirmedAfresh = 10;

/// Seconds beyond a campaign's budget for making small what was found at its end.
constexpr double kGrace = 10;

/// While one batch takes its time, no more than so many are run ahead of it and kept.
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
      // Nobody waits while batches are settled.
      give_out(walk);
      for (auto next = waiting_.begin(); next != waiting_.end() && next->first == given_.front();
           next = waiting_.begin()) {
        settle(next->second);
        waiting_.erase(next);
        given_.pop_front();
      }
      give_out(walk);
    }
    // A kill is told even of a worker that nothing more was wanted of.
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
  double elapsed() const { return seconds_before_ + seconds_since(start_); }
  bool out_of_time() const { return options_.seconds && elapsed() >= *options_.seconds; }
  bool asked_to_stop() const { return listener_.stop && listener_.stop(); }
  bool told_to_end() {
    if (out_of_time()) return true;
    stopped_ |= asked_to_stop();
    return stopped_;
  }

  /// Who stops a run, or gave it a budget, does not wait for the smallest case of one that hangs.
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
      if (!result->failures.empty()) look_into(outcome, *result, settled);
    } else {
      look_into_lost(outcome, std::get<Lost>(outcome.result), settled);
    }
    state_.cases += outcome.count;
    state_.next_batch = outcome.index + 1;
    state_.seconds = elapsed();
    state_.incidents = incidents();
    if (listener_.settled) listener_.settled(settled);
    if (listener_.progress) listener_.progress(state_);
  }

  /// Failures of single cases; or of all at once, where a call failed.
  void look_into(const Outcome& outcome, const BatchResult& result, std::vector<Settled>& settled) {
    const auto began = Clock::now();
    plan_.draw(outcome.index, outcome.count, cases_);
    batch_number_ = outcome.index;
    route_ = result.route;
    const bool all_at_once = result.failures.size() == outcome.count &&
                             result.failures[0].judgement.verdict == Verdict::Refused;
    std::vector<std::pair<std::size_t, Judgement>> judged;
    if (all_at_once) {
      judged = judge_alone(result.failures[0].judgement);
    } else {
      Together batch;
      for (const BatchResult::Failure& f : result.failures) {
        // The rest of a batch that fails together is judged alone.
        Judgement j =
            batch.told ? crew_.investigator.run_alone(cases_[f.case_index], route_) : f.judgement;
        if (is_divergence(j.verdict)) j = find_out(f.case_index, j, !batch.told, batch);
        judged.emplace_back(f.case_index, std::move(j));
      }
    }
    count(judged, settled);
    state_.investigation_seconds += seconds_since(began);
  }

  /// A batch that took its worker along.
  void look_into_lost(const Outcome& outcome, const Lost& lost, std::vector<Settled>& settled) {
    const auto began = Clock::now();
    plan_.draw(outcome.index, outcome.count, cases_);
    batch_number_ = outcome.index;
    const auto offered =
        crew_.library.offered(*cases_[0].spec, types_of(cases_[0].descriptor), device());
    route_ = plan_.draw_route(outcome.index, cases_, offered, device());
    if (listener_.settled)
      for (const specs::Case& c : cases_) settled.push_back({line_of(c, route_), {}, 0});
    count(judge_alone(judgement_of(lost)), settled);
    state_.investigation_seconds += seconds_since(began);
  }

  const opencl::DeviceInfo& device() const { return crew_.investigator.device(); }

  void count(const std::vector<std::pair<std::size_t, Judgement>>& judged,
             std::vector<Settled>& settled) {
    PairMarker pairs(state_.pairs, crew_.library.knobs(*cases_[0].spec), route_);
    for (const auto& [i, j] : judged) {
      state_.tally.add(cases_[i], j);
      if (!j.skip && specs::is_valid(cases_[i])) pairs.add(cases_[i]);
      if (!settled.empty()) settled[i].verdict = j.verdict;
    }
  }

  unsigned& failures_like(const Judgement& j) {
    return state_.failures[{cases_[0].spec->name(), static_cast<int>(j.verdict), route_.variant}];
  }

  bool gave_up() const {
    const auto seen = [&](Verdict v) {
      const auto found =
          state_.failures.find({cases_[0].spec->name(), static_cast<int>(v), route_.variant});
      return found == state_.failures.end() ? 0 : found->second;
    };
    return seen(Verdict::Hung) >= kMostHangs || seen(Verdict::Crashed) >= kMostCrashes;
  }

  /// Judges every case of a batch that failed as a whole alone. Where all pass, the failure is the
  /// batch's, and one record of it stands at its first case.
  std::vector<std::pair<std::size_t, Judgement>> judge_alone(const Judgement& whole) {
    std::vector<std::pair<std::size_t, Judgement>> judged;
    bool any_failed = false;
    Together batch;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      Judgement j;
      if (gave_up()) {
        j.verdict = Verdict::Skip;
        j.skip = SkipReason{"gave up after many crashes or hangs of " + cases_[0].spec->name() +
                                "/" + route_.variant,
                            true};
      } else {
        j = crew_.investigator.run_alone(cases_[i], route_);
      }
      if (is_divergence(j.verdict)) j = find_out(i, j, !batch.tried, batch);
      any_failed |= is_divergence(j.verdict);
      judged.emplace_back(i, std::move(j));
    }
    // A batch that somebody killed again and again, and whose cases pass, has told nothing.
    if (!any_failed && !gave_up() && !was_killed(whole))
      judged[0].second = find_out(0, whole, true, batch);
    return judged;
  }

  /// Whether a failure of a batch was looked for in all of it together; and found, and told: once.
  struct Together {
    bool tried = false, told = false;
  };

  /// Investigates a failure, alone or `with_batch`, tells of it, and gives the verdict.
  Judgement find_out(std::size_t i, const Judgement& j, bool with_batch, Together& batch) {
    const unsigned before = failures_like(j)++;
    if (before < kConfirmedAfresh) crew_.investigator.refresh();
    const auto began = Clock::now();
    const std::span<const specs::Case> all = cases_;
    Record record =
        investigate(crew_.investigator, with_batch ? all : all.subspan(i, 1), with_batch ? i : 0,
                    route_, j, before < kShrunk, [this] { return !is_pressed(); });
    record.seconds = seconds_since(began);
    record.batch_number = batch_number_;
    record.seen = j.verdict;
    batch.told |= !record.batch.empty();
    batch.tried |= batch.told || record.judgement.verdict == Verdict::Flaky;
    if (is_divergence(record.judgement.verdict) && listener_.found) listener_.found(record);
    return record.judgement;
  }

  const CampaignCrew& crew_;
  const CampaignOptions& options_;
  const CampaignListener& listener_;
  const BatchPlan plan_;
  const Clock::time_point start_ = Clock::now();
  CampaignState state_;
  const double seconds_before_;
  const unsigned incidents_before_;
  /// Batches that were given out and are not settled, in order; and those of them that are back.
  std::deque<std::uint64_t> given_;
  std::map<std::uint64_t, Outcome> waiting_;
  bool stopped_ = false;
  std::uint64_t batch_number_ = 0;
  ops::KeptVector<specs::Case> cases_;
  Route route_;
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
