// Counters in the section that libFuzzer reads beside those of the code. Each part of the
// specification has its own place in one table: a block an operator, in it the pairs of values of
// any two attributes, then rules and verdicts.
#include "fuzz/spec_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>

#include "fuzz/device.h"
#include "fuzz/environment.h"
#include "specs/rules.h"

namespace assay::fuzz {
namespace {

using conformance::Judgement;
using conformance::Routed;

/// Attributes of a routed case, the first five of which are the pairs that are measured.
enum Attribute {
  kType,
  kLevel,
  kDimensions,
  kFill,
  kVariant,
  kIndexType,
  kIndices,
  kFirstLayout,
  kLastLayout,
  kSize,
  kTransfer,
  kQueue,
  kAttributes
};
constexpr std::array<std::size_t, kAttributes> kValues{
    12, 15, 9, 5, 8, 12, 7, 3, 3, 8, opencl::kTransfers, opencl::kQueueKinds};
constexpr std::size_t kMeasured = 5;

/// Where the pairs of attributes (i, j), i < j, begin within an operator's block.
constexpr auto kPairs = [] {
  std::array<std::array<std::size_t, kAttributes + 1>, kAttributes> at{};
  std::size_t next = 0;
  for (std::size_t i = 0; i < kAttributes; ++i)
    for (std::size_t j = i + 1; j < kAttributes; ++j) {
      at[i][j] = next;
      next += kValues[i] * kValues[j];
    }
  at[0][kAttributes] = next;
  return at;
}();
constexpr std::size_t kAllPairs = kPairs[0][kAttributes];

constexpr std::size_t kRules = 96, kOfRule = 4, kBands = 8;
constexpr std::size_t kRulesAt = kAllPairs;
constexpr std::size_t kVerdictsAt = kRulesAt + kRules * kOfRule;
constexpr std::size_t kBandsAt = kVerdictsAt + kValues[kVariant] * conformance::kVerdicts;
constexpr std::size_t kBlock = kBandsAt + kValues[kType] * kBands;
constexpr std::size_t kOperators = 8;

#if defined(__linux__)
__attribute__((section("__libfuzzer_extra_counters")))
#endif
std::uint8_t counters[kOperators * kBlock];

std::size_t block(const specs::Spec& spec) {
  const auto& all = catalogue().all();
  std::size_t index = 0;
  while (all[index].get() != &spec) ++index;
  return index % kOperators * kBlock;
}

std::size_t layout(const ops::TensorDesc& t) {
  if (!t.strided) return 0;
  for (std::size_t i = 0; i < t.strides.size(); ++i)
    if (t.strides[i] == 0 && t.sizes[i] > 1) return 2;
  return 1;
}

std::array<std::size_t, kAttributes> attributes(const Routed& r) {
  const auto& tensors = r.c.descriptor.tensors;
  const auto& variants = pipeline().library().of(*r.c.spec).variants;
  std::size_t variant = 0;
  while (variant + 1 < variants.size() && variants[variant].name != r.route.variant) ++variant;
  const auto size = static_cast<std::size_t>(std::bit_width(total_elements(r.c))) / 2;
  const std::array<std::size_t, kAttributes> values{
      static_cast<std::size_t>(tensors[0].type),
      static_cast<std::size_t>(r.c.level.index),
      tensors[0].sizes.size(),
      static_cast<std::size_t>(r.c.fill),
      variant,
      static_cast<std::size_t>(tensors[1].type),
      static_cast<std::size_t>(r.c.indices),
      layout(tensors[0]),
      layout(tensors.back()),
      size,
      static_cast<std::size_t>(r.route.launch.transfer),
      static_cast<std::size_t>(r.route.launch.queue)};
  return values;
}

std::size_t pair(const std::array<std::size_t, kAttributes>& values, std::size_t i, std::size_t j) {
  return kPairs[i][j] + values[i] % kValues[i] * kValues[j] + values[j] % kValues[j];
}

}  // namespace

SpecCoverage::SpecCoverage()
    : quiet_(setting("ASSAY_FUZZ_COUNTERS") != "1"), file_(setting("ASSAY_FUZZ_PAIRS")) {}

void SpecCoverage::hit(std::size_t counter) {
  if (!quiet_) counters[counter] = 1;
}

void SpecCoverage::count(const Routed& r, const Judgement& j) {
  if (quiet_ && file_.empty()) return;
  count_pairs(r);
  specs::observe(r.c, seen_);
  count_rules(*r.c.spec, seen_);
  const std::size_t at = block(*r.c.spec);
  const auto values = attributes(r);
  hit(at + kVerdictsAt + values[kVariant] % kValues[kVariant] * conformance::kVerdicts +
      static_cast<std::size_t>(j.verdict));
  if (j.headroom > 0)
    hit(at + kBandsAt + values[kType] * kBands +
        std::min(static_cast<std::size_t>(j.headroom * kBands), kBands - 1));
}

void SpecCoverage::count_pairs(const Routed& r) {
  const std::size_t at = block(*r.c.spec);
  const auto values = attributes(r);
  for (std::size_t i = 0; i < kAttributes; ++i)
    for (std::size_t j = i + 1; j < kAttributes; ++j) hit(at + pair(values, i, j));
  const auto& levels = r.c.spec->interesting_levels;
  if (file_.empty() || std::find(levels.begin(), levels.end(), r.c.level) == levels.end()) return;
  pairs_.resize(kOperators * kBlock);
  for (std::size_t i = 0; i < kMeasured; ++i)
    for (std::size_t j = i + 1; j < kMeasured; ++j) {
      auto bit = pairs_[at + pair(values, i, j)];
      reached_ += !bit;
      bit = true;
    }
  report();
}

void SpecCoverage::report() {
  static const auto start = std::chrono::steady_clock::now();
  constexpr std::uint64_t kEvery = 500;
  if (++executions_ % kEvery) return;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::FILE* file = std::fopen(file_.c_str(), "a");
  if (!file) return;
  fmt::print(file, "{} {:.2f} {}\n", executions_, wall.count() - pipeline().build_seconds(),
             reached_);
  std::fclose(file);
}

void SpecCoverage::count_rules(const specs::Spec& spec, const std::vector<std::uint8_t>& seen) {
  const std::size_t at = block(spec) + kRulesAt;
  for (std::size_t r = 0; r < std::min(seen.size(), kRules); ++r)
    for (std::size_t bit = 0; bit < 3; ++bit)
      if (seen[r] >> bit & 1) hit(at + r * kOfRule + bit);
}

void SpecCoverage::count_broken(const specs::Spec& spec, const std::vector<std::size_t>& broken) {
  const std::size_t at = block(spec) + kRulesAt;
  for (std::size_t r : broken) hit(at + std::min(r, kRules - 1) * kOfRule + 3);
}

}  // namespace assay::fuzz
