// Measures how long each stage of a case takes on the CPU: for small cases, as campaigns draw them,
// and for one case of 16 Mi elements, which is compared with a memory copy of as many bytes.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "conformance/measure/kernel_rates.h"
#include "conformance/verdict/judge.h"
#include "specs/draw.h"
#include "specs/loader.h"
#include "specs/rules.h"
#include "testing/conformance/scene.h"

namespace assay::conformance::testing {
namespace {

constexpr std::size_t kSmallCases = 256, kCasesOfHead = 64;
constexpr std::uint64_t kLargeElements = std::uint64_t{1} << 24;

/// Small cases, which are drawn once and then measured in turn.
struct SmallCases {
  explicit SmallCases(const specs::Spec& spec) {
    const specs::Limits limits{1 << 12};
    specs::SeededChooser chooser(1);
    while (scenes.size() < kSmallCases) {
      cases.push_back(specs::draw(spec, chooser, limits));
      scenes.emplace_back(cases.back());
    }
  }
  std::vector<specs::Case> cases;
  std::deque<Scene> scenes;
};

const SmallCases& small_cases(const specs::Spec& spec) {
  static std::map<const specs::Spec*, SmallCases> all;
  return all.try_emplace(&spec, spec).first->second;
}

void draw(benchmark::State& state, const specs::Spec& spec) {
  specs::SeededChooser chooser(1);
  specs::Head head;
  specs::Case c;
  std::size_t drawn = 0;
  for (auto _ : state) {
    if (drawn++ % kCasesOfHead == 0) head = specs::draw_head(spec, chooser);
    specs::draw(head, chooser, {}, c);
    benchmark::DoNotOptimize(c);
  }
}

/// Calls `act` with the number of a small case, in each iteration with that of the next one.
template <typename Act>
void each_small(benchmark::State& state, const Act& act) {
  std::size_t at = 0;
  for (auto _ : state) act(at++ % kSmallCases);
}

void validate(benchmark::State& state, const specs::Spec& spec) {
  const SmallCases& small = small_cases(spec);
  each_small(state,
             [&](std::size_t i) { benchmark::DoNotOptimize(specs::is_valid(small.cases[i])); });
}

void fill(benchmark::State& state, const specs::Spec& spec) {
  const SmallCases& small = small_cases(spec);
  ops::Problem problem;
  each_small(state, [&](std::size_t i) { specs::fill(small.cases[i], problem); });
}

void oracle(benchmark::State& state, const specs::Spec& spec) {
  const SmallCases& small = small_cases(spec);
  ops::Permitted permitted;
  each_small(state, [&](std::size_t i) {
    ask(ops::oracle_of(spec.signature), small.scenes[i].problem, {}, permitted);
  });
}

void judge(benchmark::State& state, const specs::Spec& spec) {
  const SmallCases& small = small_cases(spec);
  const opencl::Variant variant;
  const opencl::DeviceInfo device;
  Judge judge(variant, device);
  each_small(state, [&](std::size_t i) {
    const Scene& s = small.scenes[i];
    benchmark::DoNotOptimize(judge.judge(s.problem, s.permitted, s.outcome, 0));
  });
}

/// Measures `act`, and counts the bytes of all tensors of the large case `c` as processed.
template <typename Act>
void large(benchmark::State& state, const specs::Case& c, const Act& act) {
  for (auto _ : state) act();
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * total_bytes(c)));
}

void copy_large(benchmark::State& state, const specs::Spec& spec) {
  const specs::Case c = case_for_rates(spec, kLargeElements);
  const ops::Bytes from(total_bytes(c));
  ops::Bytes to(from.size());
  large(state, c, [&] {
    std::copy(from.begin(), from.end(), to.begin());
    benchmark::ClobberMemory();
  });
}

void oracle_large(benchmark::State& state, const specs::Spec& spec) {
  const specs::Case c = case_for_rates(spec, kLargeElements);
  ops::Problem problem;
  specs::fill(c, problem);
  ops::Permitted permitted;
  large(state, c, [&] { ask(ops::oracle_of(spec.signature), problem, {}, permitted); });
}

void judge_large(benchmark::State& state, const specs::Spec& spec) {
  const specs::Case c = case_for_rates(spec, kLargeElements);
  const Scene scene(c);
  const opencl::Variant variant;
  const opencl::DeviceInfo device;
  Judge judge(variant, device);
  large(state, c, [&] {
    benchmark::DoNotOptimize(judge.judge(scene.problem, scene.permitted, scene.outcome, 0));
  });
}

using Stage = void (*)(benchmark::State&, const specs::Spec&);

}  // namespace
}  // namespace assay::conformance::testing

int main(int argc, char** argv) {
  using namespace assay::conformance::testing;
  const assay::specs::Catalogue catalogue;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const std::pair<const char*, Stage> stages[] = {{"draw", draw},
                                                  {"validate", validate},
                                                  {"fill", fill},
                                                  {"oracle", oracle},
                                                  {"judge", judge},
                                                  {"large/copy", copy_large},
                                                  {"large/oracle", oracle_large},
                                                  {"large/judge", judge_large}};
  for (const auto& [name, stage] : stages)
    for (const auto& spec : catalogue.all())
      benchmark::RegisterBenchmark(
          fmt::format("{}/{}", name, spec->name()).c_str(),
          [stage, &spec](benchmark::State& state) { stage(state, *spec); });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
