// Batches that came back with failures are drawn again in this process, so that their cases can be
// looked into.
#include "conformance/campaign/settler.h"

#include <algorithm>
#include <utility>

#include "conformance/plan/covered_marker.h"
#include "conformance/workers/worker_runner.h"
#include "ops/stopwatch.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

/// For how many failures of a campaign at most an earlier case is searched that causes them.
constexpr unsigned kMostSearches = 20;

}  // namespace

Settler::Settler(const CampaignCrew& crew, const CampaignListener& listener, const BatchPlan& plan,
                 CampaignState state, Patience patience)
    : crew_(crew),
      listener_(listener),
      plan_(plan),
      state_(std::move(state)),
      patience_(std::move(patience)) {}

std::optional<CampaignState> Settler::settle(Outcome& outcome, bool late) {
  auto* result = std::get_if<BatchResult>(&outcome.result);
  const bool failed = !result || !result->failures.empty();
  const bool was_told = state_.told.contains(outcome.index);
  std::optional<CampaignState> before;
  if (failed || was_told) before = state_;
  bool skipped = result && result->tally.count(Verdict::Skip) > 0;
  std::vector<Settled> settled;
  if (result) {
    state_.builds += result->builds;
    state_.tally.merge(result->tally);
    state_.covered.merge(result->covered);
    const double each = result->seconds / static_cast<double>(outcome.count);
    for (std::size_t i = 0; i < result->lines.size(); ++i)
      settled.push_back({std::move(result->lines[i]), result->verdicts[i], each});
  }
  if (failed || was_told) {
    const ops::Stopwatch watch;
    draw(outcome, kept_);
    const DrawnBatch& drawn = kept_;
    JudgedCases judged;
    if (failed) judged = look_into(outcome, drawn, late || outcome.is_cut_off());
    if (!result && listener_.settled)
      for (const specs::Case& c : drawn.cases) settled.push_back({line_of(c, drawn.route), {}, 0});
    if (was_told) tell_again(outcome, drawn, judged, settled);
    count(drawn, judged, settled);
    for (const auto& [i, j] : judged) skipped |= j.verdict == Verdict::Skip;
    const bool complete = std::none_of(judged.begin(), judged.end(), [](const auto& j) {
      return j.second.unconfirmed || is_cut_off(j.second);
    });
    if (complete) before.reset();
    state_.investigation_seconds += watch.seconds();
  }
  state_.cases += outcome.count;
  state_.next_batch = outcome.index + 1;
  if (skipped && listener_.skipped) listener_.skipped(outcome.index);
  if (listener_.settled) listener_.settled(settled);
  return before;
}

void Settler::tell_again(const Outcome& outcome, const DrawnBatch& drawn, JudgedCases& judged,
                         std::vector<Settled>& settled) {
  auto& told = state_.told[outcome.index];
  for (std::size_t i = 0; i < drawn.cases.size(); ++i) {
    const auto entry = told.find(line_of(drawn.cases[i], drawn.route));
    if (entry == told.end()) continue;
    const auto now = std::ranges::find(judged, i, [](const auto& j) { return j.first; });
    const bool is_judged = now != judged.end();
    const Verdict was = is_judged         ? now->second.verdict
                        : settled.empty() ? Verdict::Pass
                                          : settled[i].verdict;
    if (was == Verdict::Skip) continue;
    const ToldFailure before = entry->second;
    told.erase(entry);
    if (is_divergence(was)) continue;
    Record record;
    record.found = drawn.cases[i];
    record.route = drawn.route;
    record.judgement = before.flaky();
    record.seen = before.failed_as;
    record.batch_number = outcome.index;
    ++state_.failures[record.kind()];
    if (listener_.found) listener_.found(record);
    if (is_judged) {
      now->second = record.judgement;
      continue;
    }
    // The batch came back without a failure, and the case was counted with it.
    state_.tally.recount(record.found, was, Verdict::Flaky);
    if (!settled.empty()) settled[i].verdict = Verdict::Flaky;
  }
  if (told.empty()) state_.told.erase(outcome.index);
}

void Settler::draw(const Outcome& outcome, DrawnBatch& drawn) const {
  plan_.draw(outcome.index, outcome.count, drawn.cases);
  if (const auto* result = std::get_if<BatchResult>(&outcome.result)) {
    drawn.route = result->route;
    return;
  }
  const opencl::DeviceInfo& device = crew_.investigator.device();
  const specs::Case& first = drawn.cases[0];
  const auto offered = crew_.library.offered(*first.spec, types_of(first.descriptor), device);
  // A batch that no variant can run may be cut off before its worker says so.
  drawn.route = plan_.fixed_route(outcome.index) || !offered.empty()
                    ? plan_.draw_route(outcome.index, drawn.cases, offered, device)
                    : Route();
}

JudgedCases Settler::look_into(const Outcome& outcome, const DrawnBatch& drawn, bool cut) {
  const auto* result = std::get_if<BatchResult>(&outcome.result);
  if (cut) {
    JudgedCases judged;
    if (result)
      for (const auto& f : result->failures) judged.emplace_back(f.case_index, cut_off());
    else
      for (std::size_t i = 0; i < drawn.cases.size(); ++i) judged.emplace_back(i, cut_off());
    return judged;
  }
  const Earlier before = [&] { return earlier(outcome, drawn); };
  FailedBatch batch(for_failures_, outcome.index, drawn.cases, drawn.route, before);
  return result ? batch.look_into(result->failures)
                : batch.judge_alone(judgement_of(std::get<Lost>(outcome.result)));
}

std::vector<RoutedBatch> Settler::earlier(const Outcome& outcome, const DrawnBatch& failed) {
  if (searches_ >= kMostSearches) return {};
  ++searches_;
  // A variant may have one kernel for several data types, so these may differ.
  constexpr std::size_t kMostAlike = 16, kLast = 8;
  std::vector<RoutedBatch> batches;
  std::size_t alike = 0, drawn = 0;
  DrawnBatch batch;
  for (auto ran = outcome.before.rbegin();
       ran != outcome.before.rend() && alike < kMostAlike && (!patience_ || patience_());
       ++ran, ++drawn) {
    draw({ran->index, ran->count, Lost{}}, batch);
    if (batch.route.variant.empty()) continue;
    const bool is_alike =
        batch.cases[0].spec == failed.cases[0].spec && batch.route.variant == failed.route.variant;
    alike += is_alike;
    if (is_alike || drawn < kLast)
      batches.push_back({{batch.cases.begin(), batch.cases.end()}, batch.route});
  }
  std::reverse(batches.begin(), batches.end());
  return batches;
}

void Settler::count(const DrawnBatch& drawn, const JudgedCases& judged,
                    std::vector<Settled>& settled) {
  std::size_t local_size = 0;
  for (const auto& [i, j] : judged) local_size = std::max(local_size, j.local_size);
  CoveredMarker covered(state_.covered, crew_.library.knobs(*drawn.cases[0].spec), drawn.route,
                        local_size);
  for (const auto& [i, j] : judged) {
    const specs::Case& c = drawn.cases[i];
    state_.tally.add(c, j);
    if (!j.skip && specs::is_valid(c)) covered.add(c);
    if (!settled.empty()) settled[i].verdict = j.verdict;
  }
}

}  // namespace assay::conformance
