// Fill, oracle, launch, judge. The memory of a batch's problems, permitted sets and judgements is
// used again for the next batch.
#include "conformance/run/pipeline.h"

#include <fmt/format.h>

#include "conformance/run/fits.h"
#include "ops/error.h"
#include "ops/stopwatch.h"
#include "specs/fill.h"

namespace assay::conformance {
namespace {

/// Calls `act` at the end of its scope, also when an exception ends it.
template <class Act>
struct AtEnd {
  Act act;
  ~AtEnd() { act(); }
};
template <class Act>
AtEnd(Act) -> AtEnd<Act>;

}  // namespace

Pipeline::Pipeline(opencl::Device device, PipelineOptions options)
    : checks_(std::move(options.checks)),
      memory_(options.memory),
      library_(options.kernels, {}, options.whose),
      launcher_(std::move(device)),
      merges_(!options.kernels && opencl::likes_merged_programs(launcher_.device().info())) {}

std::vector<std::string> Pipeline::variants(const specs::Spec& spec,
                                            const std::vector<ops::DataType>& types) {
  std::vector<std::string> names;
  for (const opencl::Variant* v : offered(spec, types)) names.push_back(v->name);
  return names;
}

std::span<const Judgement> Pipeline::run(std::span<const specs::Case> cases, const Route& route) {
  const opencl::KernelFile& file = library_.of(*cases[0].spec);
  const opencl::Variant& variant = file.variant(route.variant);
  if (next_.is_of(cases, variant)) std::swap(now_, next_);
  next_.of = {};
  const AtEnd dropped{[&] {
    now_.of = {};
    meanwhile_ = {};
    foreseen_ = {};
  }};
  judgements_.assign(cases.size(), Judgement{});
  if (!skip_all(cases, variant, route)) launch(cases, file, variant, route);
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

void Pipeline::prepare(std::span<const specs::Case> cases, const Route& route) {
  next_.of = {};
  if (fits(cases, device(), memory_, true))
    prepare(cases, library_.of(*cases[0].spec).variant(route.variant), next_);
}

void Pipeline::prepare(std::span<const specs::Case> cases, const opencl::Variant& variant,
                       Prepared& prepared) {
  prepared.of = {};
  prepared.problems.resize(cases.size());
  prepared.permitted.resize(cases.size());
  const ops::Oracle oracle = ops::oracle_of(cases[0].spec->signature);
  if (!oracle) throw Error(fmt::format("operator {} has no oracle", cases[0].spec->name()));
  ops::Stopwatch watch;
  for (std::size_t i = 0; i < cases.size(); ++i) specs::fill(cases[i], prepared.problems[i]);
  times_.fill += watch.lap();
  const Arithmetic arithmetic =
      library_.arithmetic(*cases[0].spec, variant, flushes_denormals(device()));
  for (std::size_t i = 0; i < cases.size(); ++i)
    ops::ask(oracle, prepared.problems[i], arithmetic.of(cases[i]), prepared.permitted[i]);
  times_.oracle += watch.lap();
  prepared.of = cases;
  prepared.variant = &variant;
}

const opencl::BatchOutcome& Pipeline::first_launch(const Launch& l) {
  const std::vector<ops::DataType> types = types_of(l.example->descriptor);
  const opencl::Launcher::Novelty novelty =
      launcher_.novelty(*l.file, *l.variant, types, l.options);
  if (novelty.builds) {
    watcher_(Stage::Building);
    const opencl::BatchOutcome* const unbuilt =
        launcher_.build(*l.file, *l.variant, types, l.options,
                        foreseen_ ? foreseen_() : std::vector<opencl::BuildUnit>());
    if (unbuilt) {
      watcher_(Stage::Idle);
      return *unbuilt;
    }
  }
  const Stage stage = novelty.compiles ? Stage::FirstRun : Stage::Running;
  watcher_(stage);
  std::function<void()> work;
  // The first launch of a kernel is counted as build time, so no other work may be done during it.
  if (meanwhile_ && !novelty.compiles)
    work = [&] {
      watcher_(Stage::Preparing);
      meanwhile_();
      watcher_(stage);
    };
  const opencl::BatchOutcome& outcome =
      launcher_.launch(*l.file, *l.variant, now_.problems, l.options, work);
  watcher_(Stage::Idle);
  return outcome;
}

void Pipeline::compare_with_other_poison(const Launch& l, const opencl::BatchOutcome& outcome,
                                         Judge& judge) {
  differential_.remember(now_.problems, outcome);
  opencl::LaunchOptions other = l.options;
  other.poison_seed = ~*other.poison_seed;
  watcher_(Stage::Running);
  differential_.compare(now_.problems, now_.permitted,
                        launcher_.launch(*l.file, *l.variant, now_.problems, other), judge,
                        judgements_);
}

void Pipeline::launch(std::span<const specs::Case> cases, const opencl::KernelFile& file,
                      const opencl::Variant& variant, const Route& route) {
  if (!now_.is_of(cases, variant)) prepare(cases, variant, now_);
  Launch launch{&cases[0], &file, &variant, &route, launch_options(route, *cases[0].spec)};
  if (!checks_.poison()) launch.options.poison_seed.reset();
  const AtEnd idle{[&] { watcher_(Stage::Idle); }};
  const opencl::BatchOutcome& outcome = first_launch(launch);
  ops::Stopwatch watch;
  Judge judge(variant, device(), checks_, launch.options.in_place.has_value());
  for (std::size_t i = 0; i < cases.size(); ++i)
    judgements_[i] = judge.judge(now_.problems[i], now_.permitted[i], outcome, i);
  if (outcome.local_size < launch.options.local &&
      launch.options.local != opencl::LaunchOptions::kNullLocal)
    for (Judgement& j : judgements_) j.local_size = outcome.local_size;
  times_.judge += watch.lap();
  if (route.poison == PoisonKind::Differential && checks_.poison())
    compare_with_other_poison(launch, outcome, judge);
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
