// Counters in the section that libFuzzer reads beside those of the code. Each
// part of the specification has its own place in one table: a block an
// operator, in it the pairs of values of any two knobs (conformance/knobs.h),
// then rules and verdicts.
#include "fuzz/spec_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string_view>

#include "fuzz/device.h"
#include "fuzz/environment.h"
#include "specs/rules.h"

namespace assay::fuzz {
namespace {

using conformance::Judgement;
using conformance::Routed;

// More than any operator has pairs of knobs, variants, data types.
constexpr std::size_t kAllPairs = 1 << 14, kVariants = 8, kTypes = 12;
/// The knobs whose pairs are written to ASSAY_FUZZ_PAIRS; the first data type
/// is among them.
constexpr std::array<std::string_view, 4> kMeasured{"level", "dimensions", "fill", "variant"};

constexpr std::size_t kRules = 96, kOfRule = 4, kBands = 8;
constexpr std::size_t kRulesAt = kAllPairs;
constexpr std::size_t kVerdictsAt = kRulesAt + kRules * kOfRule;
constexpr std::size_t kBandsAt = kVerdictsAt + kVariants * conformance::kVerdicts;
constexpr std::size_t kBlock = kBandsAt + kTypes * kBands;
constexpr std::size_t kOperators = 8;

// Only where they are asked for: the engine clears and reads all of them for each input.
#ifdef ASSAY_FUZZ_COUNTERS
constexpr bool kCounters = true;
__attribute__((section("__libfuzzer_extra_counters"))) std::uint8_t counters[kOperators * kBlock];
#else
constexpr bool kCounters = false;
std::uint8_t counters[1];
#endif

std::size_t block(const specs::Spec &spec) {
  const auto &all = catalogue().all();
  std::size_t index = 0;
  while (all[index].get() != &spec) ++index;
  return index % kOperators * kBlock;
}

std::size_t variant_of(const Routed &r) {
  const conformance::Knob &knob = [&]() -> const conformance::Knob & {
    const conformance::Knobs &knobs = pipeline().library().knobs(*r.c.spec);
    return knobs.all()[knobs.route_begin()];
  }();
  return std::min(knob.read(r.c, r.route), kVariants - 1);
}

}  // namespace

SpecCoverage::SpecCoverage() : file_(setting("ASSAY_FUZZ_PAIRS")) {}

void SpecCoverage::hit(std::size_t counter) {
  if (kCounters) counters[counter] = 1;
}

void SpecCoverage::count(const Routed &r, const Judgement &j) {
  if (!kCounters && file_.empty()) return;
  count_pairs(r);
  specs::observe(r.c, seen_);
  count_rules(*r.c.spec, seen_);
  const std::size_t at = block(*r.c.spec);
  hit(at + kVerdictsAt + variant_of(r) * conformance::kVerdicts +
      static_cast<std::size_t>(j.verdict));
  if (j.headroom > 0)
    hit(at + kBandsAt + static_cast<std::size_t>(r.c.descriptor.tensors[0].type) * kBands +
        std::min(static_cast<std::size_t>(j.headroom * kBands), kBands - 1));
}

void SpecCoverage::count_pairs(const Routed &r) {
  const std::size_t at = block(*r.c.spec);
  const conformance::Knobs &knobs = pipeline().library().knobs(*r.c.spec);
  const auto &all = knobs.all();
  knobs.read(r.c, r.route, values_);
  const auto &levels = r.c.spec->interesting_levels;
  const bool measuring =
      !file_.empty() && std::find(levels.begin(), levels.end(), r.c.level) != levels.end();
  if (measuring) pairs_.resize(kOperators * kBlock);
  const auto measured = [&](std::size_t k) {
    const std::string &name = all[k].name;
    return name == r.c.spec->signature.tensor_at(0).name + ".type" ||
           std::find(kMeasured.begin(), kMeasured.end(), name) != kMeasured.end();
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (values_[i] >= all[i].values.size()) continue;
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (values_[j] >= all[j].values.size()) continue;
      const std::size_t pair = at + knobs.pair(i, values_[i], j, values_[j]) % kAllPairs;
      hit(pair);
      if (!measuring || !measured(i) || !measured(j)) continue;
      auto bit = pairs_[pair];
      reached_ += !bit;
      bit = true;
    }
  }
  if (measuring) report();
}

void SpecCoverage::report() {
  static const auto start = std::chrono::steady_clock::now();
  constexpr std::uint64_t kEvery = 500;
  if (++executions_ % kEvery) return;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::FILE *file = std::fopen(file_.c_str(), "a");
  if (!file) return;
  fmt::print(file, "{} {:.2f} {}\n", executions_, wall.count() - pipeline().build_seconds(),
             reached_);
  std::fclose(file);
}

void SpecCoverage::count_rules(const specs::Spec &spec, const std::vector<std::uint8_t> &seen) {
  const std::size_t at = block(spec) + kRulesAt;
  for (std::size_t r = 0; r < std::min(seen.size(), kRules); ++r)
    for (std::size_t bit = 0; bit < 3; ++bit)
      if (seen[r] >> bit & 1) hit(at + r * kOfRule + bit);
}

void SpecCoverage::count_broken(const specs::Spec &spec, const std::vector<std::size_t> &broken) {
  const std::size_t at = block(spec) + kRulesAt;
  for (std::size_t r : broken) hit(at + std::min(r, kRules - 1) * kOfRule + 3);
}

}  // namespace assay::fuzz
