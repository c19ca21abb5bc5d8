// Gives out batches and collects their results.
#include "conformance/workers/crew.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <utility>

#include "conformance/workers/lost.h"
#include "conformance/workers/wire.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

/// How many of the batches that a worker has run are remembered: the last.
constexpr std::size_t kMostRan = 1000;

}  // namespace

void OwnCrew::start(std::uint64_t index, std::uint64_t count, std::uint64_t /*group*/,
                    std::optional<double> /*most*/) {
  done_ = Outcome{index, count, runner_.run({index, count}, with_lines_)};
}

std::optional<Outcome> OwnCrew::next(const ops::Deadline& /*deadline*/) {
  return std::exchange(done_, std::nullopt);
}

WorkerCrew::WorkerCrew(const WorkerOptions& options, unsigned jobs, const CampaignOptions& campaign,
                       const specs::Catalogue& catalogue, bool with_lines)
    : options_(options),
      campaign_(campaign),
      catalogue_(catalogue),
      with_lines_(with_lines),
      seats_(jobs) {}

bool WorkerCrew::has_room(const Seat& seat) const {
  // A socket always takes some short requests. A batch of a plan is sent with its lines; if they
  // are long, sending them may have to wait for a driver that hangs.
  constexpr std::size_t kMostBytes = 1 << 16;
  std::size_t bytes = 0;
  for (const Given& batch : seat.given) bytes += batch.bytes;
  return seat.given.size() < most_given_ && bytes < kMostBytes && !seat.worn;
}

bool WorkerCrew::has_room() const {
  return std::any_of(seats_.begin(), seats_.end(), [&](const Seat& s) { return has_room(s); });
}

void WorkerCrew::start_worker(Seat& seat) {
  seat.worker = std::make_unique<WorkerProcess>(options_);
  seat.ran.clear();
  incidents_ += seat.worker->kills_while_starting();
  if (campaign_.plan) return;
  seat.worker->send({{{"do", "plan"}, {"options", options_to_json(campaign_)}}, {}});
  seat.worker->reply();
}

void WorkerCrew::ask(Seat& seat, Given& batch) {
  specs::Json request = {
      {"do", "batch"}, {"index", batch.index}, {"count", batch.count}, {"lines", with_lines_}};
  if (campaign_.plan) {
    // It takes long to make a plan again in the worker, and the lines of a batch are short.
    const CasePlan::Batch& planned = campaign_.plan->batches()[batch.index];
    batch.bytes = 0;
    for (const std::string& line : planned.lines) batch.bytes += line.size();
    request["cases"] = planned.lines;
    request["route"] = route_to_json(planned.route);
    request["skipped"] = planned.skipped;
    request["together"] = specs::Json::array();
    for (const CasePlan::Unit& unit : campaign_.plan->built_with(batch.index))
      request["together"].push_back({unit.variant, unit.types});
  }
  seat.worker->send({request, {}}, batch.most);
}

void WorkerCrew::ask_again(Seat& seat) {
  seat.worn = false;
  if (seat.given.empty()) return seat.worker.reset();
  start_worker(seat);
  for (Given& batch : seat.given) ask(seat, batch);
}

void WorkerCrew::start(std::uint64_t index, std::uint64_t count, std::uint64_t group,
                       std::optional<double> most) {
  // The group's seat may have at most kMostMore batches more than the seat with the fewest.
  constexpr std::size_t kMostMore = 3;
  Seat* seat = nullptr;
  for (Seat& s : seats_)
    if (has_room(s) && (!seat || s.given.size() < seat->given.size())) seat = &s;
  Seat& own = seats_[group % seats_.size()];
  if (has_room(own) && own.given.size() <= seat->given.size() + kMostMore) seat = &own;
  if (!seat->worker) start_worker(*seat);
  seat->given.push_back({index, count, most});
  ask(*seat, seat->given.back());
}

unsigned WorkerCrew::building() const {
  return static_cast<unsigned>(std::count_if(seats_.begin(), seats_.end(), [](const Seat& seat) {
    return seat.worker && !seat.given.empty() && seat.worker->is_building();
  }));
}

unsigned WorkerCrew::incidents() {
  for (Seat& seat : seats_)
    if (seat.given.empty() && seat.worker && seat.worker->was_killed_idle()) {
      ++incidents_;
      seat.worker.reset();
    }
  return incidents_;
}

void WorkerCrew::retire(Seat& seat) {
  const Lost lost = seat.worker->retire();
  incidents_ += lost.from_outside;
  if (lost.crashed() && options_.crashed_idle) options_.crashed_idle(judgement_of(lost).text());
  seat.worker.reset();
  seat.worn = false;
}

void WorkerCrew::dismiss() {
  for (Seat& seat : seats_)
    if (seat.given.empty() && seat.worker) retire(seat);
}

std::optional<Outcome> WorkerCrew::collect(Seat& seat) {
  auto reply = seat.worker->reply(false);
  if (!reply) return std::nullopt;
  const Given batch = seat.given.front();
  Outcome outcome{batch.index, batch.count, {}};
  if (Lost* lost = std::get_if<Lost>(&*reply)) {
    incidents_ += lost->from_outside;
    const bool redone = seat.kills.believes(*lost);
    if (lost->cut_off) {
      seat.given.pop_front();
      outcome.result = std::move(*lost);
      return outcome;
    }
    outcome.result = std::move(*lost);
    if (!redone) {
      outcome.before = std::move(seat.ran);
      seat.given.pop_front();
      seat.kills = OutsideKills();
    }
    ask_again(seat);
    if (redone) return std::nullopt;
    return outcome;
  }
  const Message& message = std::get<Message>(*reply);
  seat.given.pop_front();
  seat.kills = OutsideKills();
  try {
    outcome = decoded(batch, message);
  } catch (const std::exception&) {
    // What a worker says may be what a driver or a backend wrote to its channel, or to its memory.
    outcome.result = seat.worker->refuse(error_of(message));
    ask_again(seat);
    return outcome;
  }
  if (!std::get<BatchResult>(outcome.result).failures.empty()) outcome.before = seat.ran;
  seat.ran.push_back({batch.index, batch.count});
  if (seat.ran.size() > kMostRan) seat.ran.pop_front();
  seat.worn |= seat.worker->is_worn();
  if (seat.worn && seat.given.empty()) retire(seat);
  return outcome;
}

Outcome WorkerCrew::decoded(const Given& batch, const Message& message) const {
  BatchResult result = decode_batch(message, catalogue_);
  const bool complete =
      result.index == batch.index && result.tally.total() + result.failures.size() == batch.count &&
      (!with_lines_ ||
       (result.lines.size() == batch.count && result.verdicts.size() == batch.count));
  const bool known = std::all_of(result.failures.begin(), result.failures.end(),
                                 [&](const auto& f) { return f.case_index < batch.count; });
  if (!complete || !known)
    throw Error(fmt::format("a worker's reply does not fit batch {} of {} cases", batch.index,
                            batch.count));
  return {batch.index, batch.count, std::move(result)};
}

bool WorkerCrew::is_idle() const {
  return std::all_of(seats_.begin(), seats_.end(), [](const Seat& s) { return s.given.empty(); });
}

std::vector<Outcome> WorkerCrew::give_up() {
  std::vector<Outcome> left;
  for (Seat& seat : seats_)
    if (seat.worker && !seat.given.empty()) seat.worker->kill();
  for (Seat& seat : seats_) {
    if (seat.given.empty()) continue;
    for (const Given& batch : seat.given)
      left.push_back({batch.index, batch.count, Lost{.ending = {}, .cut_off = true}});
    seat.given.clear();
    seat.worker.reset();
  }
  return left;
}

std::optional<Outcome> WorkerCrew::next(const ops::Deadline& deadline) {
  constexpr int kPollMilliseconds = 50;
  std::vector<pollfd> waiting;
  while (true) {
    waiting.clear();
    // Begin with another seat each time, so that a seat that is always done does not keep others
    // waiting.
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      Seat& seat = seats_[turn_++ % seats_.size()];
      if (seat.given.empty()) continue;
      if (auto outcome = collect(seat)) return outcome;
      if (seat.given.empty()) continue;
      waiting.push_back({seat.worker->fd(), POLLIN, 0});
    }
    if (waiting.empty() || deadline.has_passed()) return std::nullopt;
    ::poll(waiting.data(), waiting.size(),
           std::min(kPollMilliseconds, deadline.poll_milliseconds()));
  }
}

}  // namespace assay::conformance
