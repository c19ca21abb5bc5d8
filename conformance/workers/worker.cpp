// The worker's side: it reads requests and answers with judgements. If a request cannot be done,
// the answer is the error. A driver that crashes or hangs takes this process with it, and the
// parent notices that.
#include "conformance/workers/worker.h"

#include <sys/mman.h>
#include <unistd.h>

#include <utility>

#include "conformance/plan/batch_result.h"
#include "conformance/plan/batch_runner.h"
#include "conformance/route/arithmetic.h"
#include "conformance/run/backend_runner.h"
#include "conformance/run/device_json.h"
#include "conformance/run/pipeline.h"
#include "conformance/run/worker_state.h"
#include "conformance/verdict/expectation.h"
#include "conformance/verdict/judgement_json.h"
#include "conformance/workers/drivers.h"
#include "conformance/workers/wire.h"
#include "opencl/program/kernel_cache.h"
#include "ops/error.h"
#include "specs/fill.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// Says where the expected answer of a case is not one that the oracle permits. Empty where the two
/// agree.
std::string dispute_of(const specs::Case& c, const Arithmetic& arithmetic) {
  ops::Problem problem;
  ops::Permitted permitted;
  specs::fill(c, problem);
  ask(ops::oracle_of(c.spec->signature), problem, arithmetic.of(c), permitted);
  return disputed(c, permitted).value_or("");
}

class Worker {
 public:
  Worker(const WorkerSetup& setup, Channel& channel, WorkerState& state)
      : channel_(channel), catalogue_(setup.specs), local_(open(setup)) {
    // PoCL would build no program, as if each kernel were at fault.
    if (local_->device().is_pocl())
      if (const std::string trouble = trouble_of_cache(); !trouble.empty()) throw Error(trouble);
    local_->watch([&state](Stage stage) {
      opencl::own_kernel_cache().busy(stage != Stage::Idle);
      state.enter(stage);
    });
    state.enter(Stage::Idle);
    channel_.send({Json{{"device", device_to_json(local_->device())}}, {}});
  }

  void serve() {
    while (const auto request = receive()) {
      Message reply;
      try {
        reply = answer(request->json);
      } catch (const std::exception& e) {
        reply.json = {{"error", e.what()}};
      }
      reply.json["number"] = request->json.at("number");
      if (!channel_.send(reply)) return;
    }
  }

 private:
  static std::unique_ptr<LocalRunner> open(const WorkerSetup& setup) {
    if (setup.backend) return std::make_unique<BackendRunner>(*setup.backend);
    return std::make_unique<Pipeline>(
        opencl::Device::open(setup.device),
        PipelineOptions{
            .kernels = setup.kernels, .memory = setup.memory, .checks = Checks(setup.without)});
  }

  std::optional<Message> receive() {
    if (waiting_) return std::exchange(waiting_, std::nullopt);
    return channel_.receive();
  }

  /// The batch that is requested next, if that request has already come.
  std::optional<BatchRunner::Asked> next_batch() {
    if (!waiting_ && channel_.has_more()) waiting_ = channel_.receive();
    if (!waiting_ || waiting_->json.value("do", "") != "batch" || waiting_->json.contains("cases"))
      return std::nullopt;
    return BatchRunner::Asked{waiting_->json.at("index"), waiting_->json.at("count")};
  }

  Message answer(const Json& request) {
    const std::string what = request.at("do");
    if (what == "plan") {
      plan_.emplace(options_from_json(request.at("options"), catalogue_), &local_->library());
      runner_.emplace(*local_, *plan_);
      return {Json::object(), {}};
    }
    if (what == "batch" && request.contains("cases")) {
      std::optional<SkipReason> skip;
      if (request.at("skipped").get<bool>()) skip = listed();
      const auto cases = cases_from_json(request.at("cases"), catalogue_);
      local_->foresee([&] { return units_of(request.at("together"), *cases[0].spec); });
      return told(run_cases(*local_, request.at("index"), cases,
                            route_from_json(request.at("route")), skip, request.at("lines")));
    }
    if (what == "batch")
      return told(runner_.value().run({request.at("index"), request.at("count")},
                                      request.at("lines"), [this] { return next_batch(); }));
    const std::vector<specs::Case> cases = cases_from_json(request.at("cases"), catalogue_);
    if (what == "dispute") {
      const auto arithmetic = local_->library().arithmetic_of_answer(
          *cases[0].spec, request.at("variant"), Flushed::on(local_->device()));
      return {Json{{"dispute", dispute_of(cases[0], arithmetic)}}, {}};
    }
    Json judgements = Json::array();
    for (const Judgement& j : local_->run(cases, route_from_json(request.at("route"))))
      judgements.push_back(judgement_to_json(j));
    return {Json{{"judgements", std::move(judgements)}}, {}};
  }

  std::vector<opencl::BuildUnit> units_of(const Json& json, const specs::Spec& spec) {
    std::vector<opencl::BuildUnit> units;
    for (const Json& unit : json)
      if (const opencl::Variant* variant =
              local_->library().of(spec).find(unit.at(0).get<std::string>()))
        units.push_back({variant, unit.at(1).get<std::vector<ops::DataType>>()});
    return units;
  }

  /// Makes the reply for a batch. What is covered is reported only once, which is enough because
  /// batches are settled in the order in which they were given out.
  Message told(BatchResult result) {
    result.covered.keep_new(covered_);
    return encode(result);
  }

  Channel& channel_;
  specs::Catalogue catalogue_;
  std::unique_ptr<LocalRunner> local_;
  std::optional<BatchPlan> plan_;
  std::optional<BatchRunner> runner_;
  /// A request that was received while another one was answered.
  std::optional<Message> waiting_;
  Covered covered_;
};

}  // namespace

int worker_main(const WorkerSetup& setup, int channel_fd, int state_fd) {
  Channel channel(channel_fd);
  void* memory =
      ::mmap(nullptr, sizeof(WorkerState), PROT_READ | PROT_WRITE, MAP_SHARED, state_fd, 0);
  if (memory == MAP_FAILED) return 2;
  auto& state = *static_cast<WorkerState*>(memory);
  opencl::own_kernel_cache();
  try {
    // The Worker is never destroyed: releasing thousands of kernels takes time and has no use at
    // the end.
    (new Worker(setup, channel, state))->serve();
  } catch (const opencl::DeviceError& e) {
    const std::string cause = why_no_device();
    channel.send({Json{{"error", e.what() + (cause.empty() ? cause : "; " + cause)}}, {}});
    return 2;
  } catch (const std::exception& e) {
    channel.send({Json{{"error", e.what()}}, {}});
    return 2;
  }
  // End without the driver's own clean-up: a failure in it belongs to no case.
  ::_exit(0);
}

}  // namespace assay::conformance
