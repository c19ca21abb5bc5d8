// Gives out batches and collects their results.
#include "conformance/workers/crew.h"

#include <poll.h>

#include <algorithm>

#include "conformance/workers/wire.h"
#include "ops/error.h"

namespace assay::conformance {

void OwnCrew::start(std::uint64_t index, std::uint64_t count) {
  done_ = Outcome{index, count, runner_.run({index, count}, with_lines_)};
}

std::optional<Outcome> OwnCrew::next() { return std::exchange(done_, std::nullopt); }

WorkerCrew::WorkerCrew(const WorkerOptions& options, unsigned jobs, const CampaignOptions& campaign,
                       const specs::Catalogue& catalogue, bool with_lines)
    : options_(options),
      campaign_(campaign),
      catalogue_(catalogue),
      with_lines_(with_lines),
      seats_(jobs) {}

bool WorkerCrew::has_room(const Seat& seat) const {
  // A request for a batch by its number is short, so a socket always takes it. A batch of a plan is
  // sent with its lines, and sending them may have to wait for a driver that hangs.
  const std::size_t ahead = campaign_.plan ? 1 : 2;
  return seat.given.size() < ahead && !seat.worn;
}

bool WorkerCrew::has_room() const {
  return std::any_of(seats_.begin(), seats_.end(), [&](const Seat& s) { return has_room(s); });
}

void WorkerCrew::start_worker(Seat& seat) {
  seat.worker = std::make_unique<WorkerProcess>(options_);
  incidents_ += seat.worker->kills_while_starting();
  if (campaign_.plan) return;
  seat.worker->send({{{"do", "plan"}, {"options", options_to_json(campaign_)}}, {}});
  seat.worker->reply();
}

void WorkerCrew::ask(Seat& seat, const Given& batch) {
  specs::Json request = {
      {"do", "batch"}, {"index", batch.index}, {"count", batch.count}, {"lines", with_lines_}};
  if (campaign_.plan) {
    // It takes long to make a plan again in the worker, and the lines of a batch are short.
    const CasePlan::Batch& planned = campaign_.plan->batches()[batch.index];
    request["cases"] = planned.lines;
    request["route"] = route_to_json(planned.route);
    request["skipped"] = planned.skipped;
  }
  seat.worker->send({request, {}});
}

void WorkerCrew::ask_again(Seat& seat) {
  seat.worn = false;
  if (seat.given.empty()) return seat.worker.reset();
  start_worker(seat);
  for (const Given& batch : seat.given) ask(seat, batch);
}

void WorkerCrew::start(std::uint64_t index, std::uint64_t count) {
  Seat* idlest = nullptr;
  for (Seat& seat : seats_)
    if (has_room(seat) && (!idlest || seat.given.size() < idlest->given.size())) idlest = &seat;
  if (!idlest->worker) start_worker(*idlest);
  idlest->given.push_back({index, count});
  ask(*idlest, idlest->given.back());
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
  incidents_ += seat.worker->retire();
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
  Outcome outcome{seat.given.front().index, seat.given.front().count, {}};
  if (Lost* lost = std::get_if<Lost>(&*reply)) {
    incidents_ += lost->from_outside;
    const bool redone = lost->from_outside && seat.kills++ < kKillsBelieved;
    outcome.result = std::move(*lost);
    if (!redone) {
      seat.given.pop_front();
      seat.kills = 0;
    }
    ask_again(seat);
    if (redone) return std::nullopt;
    return outcome;
  }
  seat.given.pop_front();
  seat.kills = 0;
  seat.worn |= seat.worker->is_worn();
  if (seat.worn && seat.given.empty()) retire(seat);
  const Message& message = std::get<Message>(*reply);
  if (message.json.contains("error")) throw Error(message.json["error"].get<std::string>());
  outcome.result = decode_batch(message, catalogue_);
  return outcome;
}

std::optional<Outcome> WorkerCrew::next() {
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
    if (waiting.empty()) return std::nullopt;
    ::poll(waiting.data(), waiting.size(), kPollMilliseconds);
  }
}

}  // namespace assay::conformance
