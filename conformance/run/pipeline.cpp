// Fill, oracle, launch, judge. The memory of a batch's problems, permitted sets and judgements is
// used again for the next batch.
#include "conformance/run/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

/// How many launches follow `done` launches, of `all`, before an answer is judged next. Judged are
/// those of the first eight launches, and then of each eighth, each hundredth and the last, since
/// each wait of the host takes milliseconds where many processes share a GPU. A launch between them
/// that alone goes wrong is not seen. Where none `may_follow` without a wait, each is judged.
std::size_t rounds_after(std::uint64_t done, std::uint64_t all, bool may_follow) {
  constexpr std::uint64_t kEach = 8, kAlso = 100;
  if (done < kEach || !may_follow) return 1;
  return std::min({kEach - done % kEach, kAlso - done % kAlso, all - done});
}

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
  else if (launcher_.most_cases(library_.of(*cases[0].spec),
                                launch_options(route, *cases[0].spec)) == 0)
    reason = SkipReason{"constant memory", true};
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
  const Arithmetic arithmetic = library_.arithmetic(*cases[0].spec, variant, Flushed::on(device()));
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
      std::exchange(meanwhile_, {})();
      watcher_(stage);
    };
  const opencl::BatchOutcome& outcome =
      launcher_.launch(*l.file, *l.variant, problems_of(l), l.options, work);
  watcher_(Stage::Idle);
  return outcome;
}

void Pipeline::repeat(const Launch& l, Judge& judge) {
  const std::span problems = problems_of(l);
  const std::span judgements = std::span(judgements_).subspan(l.first, l.count);
  if (std::ranges::any_of(judgements, is_divergence, &Judgement::verdict)) return;
  opencl::LaunchOptions same = l.options;
  same.new_kernels = false;
  // Each round makes images of its own; those of shared virtual memory would overlap.
  const bool may_follow = opencl::is_written_by_commands(same.memory) && l.variant->images.empty();
  for (std::uint64_t n = 1; n < l.route->repeat; n += same.rounds) {
    same.rounds = rounds_after(n, l.route->repeat, may_follow);
    watcher_(Stage::Running);
    const opencl::BatchOutcome& again = launcher_.launch(*l.file, *l.variant, problems, same);
    if (differential_.agrees(problems.size(), again)) continue;
    const auto permitted = std::span(now_.permitted).subspan(l.first, l.count);
    if (judge.judge_again(problems, permitted, again, judgements)) return;
  }
}

void Pipeline::compare_with_other_poison(const Launch& l, Judge& judge) {
  const std::span problems = problems_of(l);
  opencl::LaunchOptions other = l.options;
  other.poison_seed = ~*other.poison_seed;
  other.new_kernels = false;
  watcher_(Stage::Running);
  differential_.compare(problems, std::span(now_.permitted).subspan(l.first, l.count),
                        launcher_.launch(*l.file, *l.variant, problems, other), judge,
                        std::span(judgements_).subspan(l.first, l.count));
}

void Pipeline::launch(std::span<const specs::Case> cases, const opencl::KernelFile& file,
                      const opencl::Variant& variant, const Route& route) {
  if (!now_.is_of(cases, variant)) prepare(cases, variant, now_);
  Launch launch{
      0, cases.size(), &cases[0], &file, &variant, &route, launch_options(route, *cases[0].spec)};
  if (!checks_.poison()) launch.options.poison_seed.reset();
  const AtEnd idle{[&] { watcher_(Stage::Idle); }};
  const std::size_t most = launcher_.most_cases(file, launch.options);
  for (; launch.first < cases.size(); launch.first += launch.count) {
    launch.count = std::min(most, cases.size() - launch.first);
    launch_and_judge(launch);
    // Where a launch is refused, or lacks something, those behind it are not tried. (Of two
    // launches with other poison, the second one may be, after the first one showed a failure.)
    const auto begin = judgements_.begin() + static_cast<std::ptrdiff_t>(launch.first);
    const auto end = begin + static_cast<std::ptrdiff_t>(launch.count);
    const auto untried = std::find_if(begin, end, [](const Judgement& j) {
      return j.verdict == Verdict::Refused || j.verdict == Verdict::Skip;
    });
    if (untried == end) continue;
    std::fill(end, judgements_.end(), *untried);
    return;
  }
}

void Pipeline::launch_and_judge(const Launch& l) {
  const opencl::BatchOutcome& outcome = first_launch(l);
  ops::Stopwatch watch;
  Judge judge(*l.variant, device(), checks_, l.options.in_place.has_value());
  const std::size_t had = outcome.local_size;
  const bool is_smaller =
      had < l.options.local && l.options.local != opencl::LaunchOptions::kNullLocal;
  for (std::size_t i = 0; i < l.count; ++i) {
    judgements_[l.first + i] =
        judge.judge(now_.problems[l.first + i], now_.permitted[l.first + i], outcome, i);
  }
  times_.judge += watch.lap();
  const bool differs = l.route->poison == PoisonKind::Differential && checks_.poison();
  if ((differs || l.route->repeat > 1) && !outcome.failure) {
    differential_.remember(problems_of(l), outcome);
    repeat(l, judge);
    if (differs) compare_with_other_poison(l, judge);
  }
  for (std::size_t i = 0; is_smaller && i < l.count; ++i) judgements_[l.first + i].local_size = had;
}

std::span<const ops::Problem> Pipeline::problems_of(const Launch& l) const {
  return std::span(now_.problems).subspan(l.first, l.count);
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
