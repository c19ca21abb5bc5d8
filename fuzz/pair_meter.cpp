// Counts the pairs that were run, to compare one way of fuzzing with another.
#include "fuzz/pair_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "fuzz/device.h"
#include "fuzz/environment.h"
#include "ops/stopwatch.h"

namespace assay::fuzz {
namespace {

using conformance::Knob;

/// The knobs that are measured, besides the first tensor's data type.
constexpr std::array kMeasured{Knob::Of::Level, Knob::Of::Dimensions, Knob::Of::Fill,
                               Knob::Of::Variant};

}  // namespace

PairMeter::PairMeter() {
  if (const std::string name = setting("ASSAY_FUZZ_PAIRS"); !name.empty())
    file_ = std::fopen(name.c_str(), "a");
}

PairMeter::~PairMeter() {
  if (file_) std::fclose(file_);
}

void PairMeter::count(const conformance::Routed& r) {
  if (!file_) return;
  const specs::Spec& spec = *r.c.spec;
  // At other levels nothing changes.
  const auto& levels = spec.interesting_levels;
  if (std::find(levels.begin(), levels.end(), r.c.level) == levels.end()) return;
  const conformance::Knobs& knobs = pipeline().library().knobs(spec);
  const auto& all = knobs.all();
  knobs.read(r.c, r.route, values_);
  const auto first_type =
      std::find_if(all.begin(), all.end(), [](const Knob& k) { return k.of == Knob::Of::Type; });
  const auto measured = [&](std::size_t k) {
    return values_[k] < all[k].values.size() &&
           (&all[k] == &*first_type ||
            std::find(kMeasured.begin(), kMeasured.end(), all[k].of) != kMeasured.end());
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; measured(i) && j < all.size(); ++j)
      if (measured(j)) reached_.emplace(&spec, knobs.pair(i, values_[i], j, values_[j]));
  static const ops::Stopwatch watch;
  constexpr std::uint64_t kEvery = 500;
  if (++executions_ % kEvery) return;
  fmt::print(file_, "{} {:.2f} {}\n", executions_, watch.seconds() - pipeline().builds().seconds,
             reached_.size());
  std::fflush(file_);
}

}  // namespace assay::fuzz
