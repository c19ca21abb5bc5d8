// Fill, oracle, launch, judge. Problems, permitted sets and judgements of a batch are kept and used
// again for the next.
#include "conformance/run/pipeline.h"

#include <fmt/format.h>

#include "ops/error.h"
#include "ops/stopwatch.h"
#include "specs/fill.h"

namespace assay::conformance {
namespace {

/// Does something where its scope ends, in whatever way.
template <class Act>
struct AtEnd {
  Act act;
  ~AtEnd() { act(); }
};
template <class Act>
AtEnd(Act) -> AtEnd<Act>;

}  // namespace

bool fits(std::span<const specs::Case> cases, const opencl::DeviceInfo& device,
          std::optional<std::uint64_t> memory, bool beside) {
  // Of each byte of a tensor what the device is sent and what came of it, what a device has that is
  // no other than this machine; and of each batch that is ready the problem's and what is
  // permitted: for floats two bounds and a flag an element.
  const unsigned host_bytes = 3 + (beside ? 2 : 1) * 9;
  unsigned __int128 total = 0;
  for (std::size_t place = 0; place < cases[0].descriptor.tensors.size(); ++place) {
    unsigned __int128 buffer = 0;
    for (const specs::Case& c : cases) buffer += total_bytes(c.descriptor.tensors[place]);
    if (buffer > device.max_allocation) return false;
    total += buffer;
  }
  if (memory && total * host_bytes > *memory / 2) return false;
  return total <= device.global_memory / 2;
}

ops::FloatModel float_model(const opencl::DeviceInfo& device) {
  return {.flush32 = !device.denormals32};
}

Pipeline::Pipeline(opencl::Device device, PipelineOptions options)
    : checks_(std::move(options.checks)),
      memory_(options.memory),
      library_(std::move(options.kernels)),
      launcher_(std::move(device)),
      model_(float_model(launcher_.device().info())) {}

std::vector<std::string> Pipeline::variants(const specs::Spec& spec,
                                            const std::vector<ops::DataType>& types) {
  std::vector<std::string> names;
  for (const opencl::Variant* v : offered(spec, types)) names.push_back(v->name);
  return names;
}

std::span<const Judgement> Pipeline::run(std::span<const specs::Case> cases, const Route& route) {
  if (next_.is_of(cases)) std::swap(now_, next_);
  next_.of = {};
  const AtEnd dropped{[&] {
    now_.of = {};
    meanwhile_ = {};
  }};
  const specs::Spec& spec = *cases[0].spec;
  const opencl::KernelFile& file = library_.of(spec);
  const opencl::Variant* variant = file.find(route.variant);
  if (!variant) throw Error(fmt::format("{}: no variant \"{}\"", file.path, route.variant));
  judgements_.assign(cases.size(), Judgement{});
  if (!skip_all(cases, *variant, route)) launch(cases, file, *variant, route);
  return judgements_;
}

bool Pipeline::skip_all(std::span<const specs::Case> cases, const opencl::Variant& variant,
                        const Route& route) {
  std::optional<SkipReason> reason;
  const std::vector<ops::DataType> types = types_of(cases[0].descriptor);
  if (const auto missing =
          opencl::missing_feature(library_.of(*cases[0].spec), variant, types, device()))
    reason = SkipReason{*missing, false};
  else if (const auto missing = missing_feature(route, device()))
    reason = SkipReason{*missing, false};
  else if (!fits(cases, device(), memory_))
    reason = SkipReason{"memory", true};
  if (!reason) return false;
  for (Judgement& j : judgements_) {
    j.verdict = Verdict::Skip;
    j.skip = reason;
  }
  return true;
}

void Pipeline::prepare(std::span<const specs::Case> cases) {
  next_.of = {};
  if (fits(cases, device(), memory_, true)) prepare(cases, next_);
}

void Pipeline::prepare(std::span<const specs::Case> cases, Prepared& prepared) {
  prepared.of = {};
  prepared.problems.resize(cases.size());
  prepared.permitted.resize(cases.size());
  const ops::Oracle oracle = ops::oracle_of(cases[0].spec->name());
  if (!oracle) throw Error(fmt::format("operator {} has no oracle", cases[0].spec->name()));
  ops::Stopwatch watch;
  for (std::size_t i = 0; i < cases.size(); ++i) specs::fill(cases[i], prepared.problems[i]);
  times_.fill += watch.lap();
  for (std::size_t i = 0; i < cases.size(); ++i)
    ops::ask(oracle, prepared.problems[i], model_, prepared.permitted[i]);
  times_.oracle += watch.lap();
  prepared.of = cases;
}

void Pipeline::launch(std::span<const specs::Case> cases, const opencl::KernelFile& file,
                      const opencl::Variant& variant, const Route& route) {
  if (!now_.is_of(cases)) prepare(cases, now_);
  const std::span<const ops::Problem> problems = now_.problems;
  const std::span<const ops::Permitted> permitted = now_.permitted;

  const std::vector<ops::DataType> types = types_of(cases[0].descriptor);
  opencl::LaunchOptions options = launch_options(route, *cases[0].spec);
  if (!checks_.poison()) options.poison_seed.reset();
  // The scalar probe is a program of its own, for all.
  const bool first_probe = options.probe && built_.insert("probe").second;
  const bool first = built_.insert(program_text(cases[0], route)).second || first_probe;
  // The size that a driver chooses itself may be another each time.
  const bool unlike = options.local == opencl::LaunchOptions::kNullLocal ||
                      launched_.insert(launch_text(cases[0], route)).second || first_probe;
  ops::Stopwatch watch;
  const AtEnd idle{[&] { watcher_(Stage::Idle); }};
  if (first) {
    watcher_(Stage::Building);
    launcher_.build(file, variant, types, options);
  }
  const Stage stage = unlike ? Stage::FirstRun : Stage::Running;
  watcher_(stage);
  std::function<void()> work;
  // A first launch counts as part of the build, which nothing else may.
  if (meanwhile_ && !first)
    work = [&] {
      watcher_(Stage::Preparing);
      meanwhile_();
      watcher_(stage);
    };
  const opencl::BatchOutcome& outcome = launcher_.launch(file, variant, problems, options, work);
  watcher_(Stage::Idle);
  const double seconds = watch.lap();
  if (first) build_seconds_ += seconds;

  Judge judge(variant, device(), checks_);
  for (std::size_t i = 0; i < cases.size(); ++i)
    judgements_[i] = judge.judge(problems[i], permitted[i], outcome, i);
  times_.judge += watch.lap();
  if (route.poison == PoisonKind::Once || !checks_.poison()) return;
  differential_.remember(problems, outcome);
  opencl::LaunchOptions other = options;
  *other.poison_seed ^= 0xff;
  watcher_(Stage::Running);
  differential_.compare(problems, permitted, launcher_.launch(file, variant, problems, other),
                        judge, judgements_);
}

PipelineTimes Pipeline::times() const {
  PipelineTimes times = times_;
  times.launch = launcher_.times();
  return times;
}

void Pipeline::measure(bool waits) {
  times_ = {};
  launcher_.measure(waits);
}

}  // namespace assay::conformance
