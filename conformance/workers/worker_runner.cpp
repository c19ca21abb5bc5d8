// Sends one request at a time to one worker. A worker that was killed from outside is replaced and
// asked again.
#include "conformance/workers/worker_runner.h"

#include "conformance/verdict/judgement_json.h"
#include "conformance/workers/wire.h"
#include "ops/error.h"

namespace assay::conformance {

using specs::Json;

WorkerRunner::WorkerRunner(WorkerOptions options)
    : options_(std::move(options)),
      library_(options_.setup.kernels, options_.setup.backend),
      worker_(std::make_unique<WorkerProcess>(options_)),
      device_(worker_->device()),
      incidents_(worker_->kills_while_starting()) {
  options_.opened = device_;
  if (const auto end = worker_->reply(false))
    if (const Lost* lost = std::get_if<Lost>(&*end); lost && lost->cut_off)
      throw Error(
          "nothing was tested: the time was over, or the end was asked for, before the "
          "device was open");
}

unsigned WorkerRunner::incidents() {
  if (worker_ && worker_->was_killed_idle()) {
    ++incidents_;
    worker_.reset();
  }
  return incidents_;
}

void WorkerRunner::refresh() {
  if (!worker_) return;
  const Lost lost = worker_->retire();
  incidents_ += lost.from_outside;
  if (lost.crashed() && options_.crashed_idle) options_.crashed_idle(judgement_of(lost).text());
  worker_.reset();
}

void WorkerRunner::attend(Attendance* attendance) {
  attendance_ = attendance;
  options_.go_on = {};
  options_.gone = options_.crashed_idle = {};
  if (!attendance) return;
  options_.go_on = [attendance] { return attendance->each_turn(); };
  options_.gone = attendance->gone;
  options_.crashed_idle = attendance->crashed_idle;
}

std::vector<std::string> WorkerRunner::variants(const specs::Spec& spec,
                                                const std::vector<ops::DataType>& types) {
  std::vector<std::string> names;
  for (const opencl::Variant* v : library_.offered(spec, types, device_)) names.push_back(v->name);
  return names;
}

void WorkerRunner::start() {
  if (worker_) return;
  worker_ = std::make_unique<WorkerProcess>(options_);
  incidents_ += worker_->kills_while_starting();
}

std::optional<Judgement> WorkerRunner::dispute(const specs::Case& c, const std::string& variant,
                                               std::string& what) {
  what.clear();
  if (options_.go_on && !options_.go_on()) return cut_off();
  const Message request{{{"do", "dispute"},
                         {"cases", Json::array({case_with_answer_to_json(c)})},
                         {"variant", variant}},
                        {}};
  return ask(request, 1, {c.spec->name(), ""}, [&what](const Message& reply) {
    const auto found = reply.json.find("dispute");
    if (found == reply.json.end() || !found->is_string()) return false;
    what = found->get<std::string>();
    return true;
  });
}

std::span<const Judgement> WorkerRunner::run(std::span<const specs::Case> cases,
                                             const Route& route) {
  if (options_.go_on && !options_.go_on()) {
    judgements_.assign(cases.size(), cut_off());
    return judgements_;
  }
  const Message request{
      {{"do", "run"}, {"cases", cases_to_json(cases)}, {"route", route_to_json(route)}}, {}};
  if (worker_ && worker_->is_worn()) refresh();
  const auto lost = ask(request, cases.size(), {cases[0].spec->name(), route.variant},
                        [&](const Message& reply) { return take(reply, cases.size()); });
  if (lost) judgements_.assign(cases.size(), *lost);
  return judgements_;
}

std::optional<Judgement> WorkerRunner::ask(const Message& request, std::size_t cases,
                                           const VariantName& name,
                                           const std::function<bool(const Message&)>& take) {
  OutsideKills kills;
  for (unsigned errors = 0;;) {
    start();
    worker_->send(request, attendance_ ? attendance_->limits.most(name) : std::nullopt);
    auto reply = worker_->reply();
    const auto* message = std::get_if<Message>(&*reply);
    if (const std::string error = message ? error_of(*message) : ""; !error.empty()) {
      // A case that the worker ran before may have changed its memory. So the first error is not
      // trusted; the error of a new worker is.
      if (errors++ == 0) {
        worker_.reset();
        continue;
      }
      if (cases == 1) throw Error(error);
      reply = worker_->refuse(error);
    } else if (message && !take(*message)) {
      reply = worker_->refuse();
    }
    const Lost* lost = std::get_if<Lost>(&*reply);
    if (!lost) return std::nullopt;
    if (attendance_ && lost->overran()) attendance_->limits.hung(name);
    worker_.reset();
    incidents_ += lost->from_outside;
    if (!kills.believes(*lost)) return judgement_of(*lost);
  }
}

bool WorkerRunner::take(const Message& message, std::size_t cases) {
  judgements_.clear();
  try {
    for (const Json& j : message.json.at("judgements"))
      judgements_.push_back(judgement_from_json(j));
  } catch (const std::exception&) {
    return false;
  }
  return judgements_.size() == cases;
}

}  // namespace assay::conformance
