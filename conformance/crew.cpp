// Giving out batches and taking in what came of them.
#include "conformance/crew.h"

#include <poll.h>

#include "conformance/wire.h"
#include "ops/error.h"

namespace assay::conformance {

void OwnCrew::start(std::uint64_t index, std::uint64_t count) {
  done_ = Outcome{index, count, run_batch(bench_, plan_, index, count, with_lines_)};
}

std::optional<Outcome> OwnCrew::next() { return std::exchange(done_, std::nullopt); }

WorkerCrew::WorkerCrew(const WorkerOptions& options, unsigned jobs, const CampaignOptions& campaign,
                       const specs::Catalogue& catalogue, bool with_lines)
    : options_(options),
      campaign_(campaign),
      catalogue_(catalogue),
      with_lines_(with_lines),
      seats_(jobs) {}

bool WorkerCrew::has_room() const {
  for (const Seat& s : seats_)
    if (!s.busy) return true;
  return false;
}

void WorkerCrew::ask(Seat& seat) {
  if (!seat.worker) {
    seat.worker = std::make_unique<WorkerProcess>(options_);
    incidents_ += seat.worker->kills_while_starting();
    if (!campaign_.plan) {
      seat.worker->send({{{"do", "plan"}, {"options", options_to_json(campaign_)}}, {}});
      seat.worker->reply();
    }
  }
  specs::Json request = {
      {"do", "batch"}, {"index", seat.index}, {"count", seat.count}, {"lines", with_lines_}};
  if (campaign_.plan) {
    // A plan is costly to make and small to send.
    const CasePlan::Batch& batch = campaign_.plan->batches()[seat.index];
    request["cases"] = batch.lines;
    request["route"] = route_to_json(batch.route);
    request["skipped"] = batch.skipped;
  }
  seat.worker->send({request, {}});
}

void WorkerCrew::start(std::uint64_t index, std::uint64_t count) {
  for (Seat& seat : seats_) {
    if (seat.busy) continue;
    seat.busy = true;
    seat.index = index;
    seat.count = count;
    seat.kills = 0;
    return ask(seat);
  }
}

unsigned WorkerCrew::incidents() {
  for (Seat& seat : seats_)
    if (!seat.busy && seat.worker && seat.worker->was_killed_idle()) {
      ++incidents_;
      seat.worker.reset();
    }
  return incidents_;
}

void WorkerCrew::retire(Seat& seat) {
  incidents_ += seat.worker->retire();
  seat.worker.reset();
}

void WorkerCrew::dismiss() {
  for (Seat& seat : seats_)
    if (!seat.busy && seat.worker) retire(seat);
}

std::optional<Outcome> WorkerCrew::collect(Seat& seat) {
  auto reply = seat.worker->reply(false);
  if (!reply) return std::nullopt;
  if (Lost* lost = std::get_if<Lost>(&*reply)) {
    seat.worker.reset();
    incidents_ += lost->from_outside;
    if (lost->from_outside && seat.kills++ < kKillsBelieved) {
      ask(seat);
      return std::nullopt;
    }
    seat.busy = false;
    return Outcome{seat.index, seat.count, std::move(*lost)};
  }
  seat.busy = false;
  if (seat.worker->has_grown()) retire(seat);
  const Message& message = std::get<Message>(*reply);
  if (message.json.contains("error")) throw Error(message.json["error"].get<std::string>());
  return Outcome{seat.index, seat.count, decode_batch(message, catalogue_)};
}

std::optional<Outcome> WorkerCrew::next() {
  constexpr int kPollMilliseconds = 50;
  std::vector<pollfd> waiting;
  while (true) {
    waiting.clear();
    for (Seat& seat : seats_) {
      if (!seat.busy) continue;
      if (auto outcome = collect(seat)) return outcome;
      waiting.push_back({seat.worker->fd(), POLLIN, 0});
    }
    if (waiting.empty()) return std::nullopt;
    ::poll(waiting.data(), waiting.size(), kPollMilliseconds);
  }
}

}  // namespace assay::conformance
