// Counting.
#include "conformance/tally.h"

#include "specs/rules.h"

namespace assay::conformance {

void Tally::add(const specs::Case& c, const Judgement& j) {
  OfOperator& o = operators_[c.spec];
  o.rules.resize(c.spec->rules.size());
  const std::size_t verdict = static_cast<std::size_t>(j.verdict);
  ++o.verdicts[verdict];
  ++o.by_type_and_level[{c.descriptor.tensors[0].type, c.level}][verdict];
  if (j.skip) {
    ++skips_[{j.skip->what, j.skip->is_short}];
    return;
  }
  o.worst_headroom = std::max(o.worst_headroom, j.headroom);
  o.elements += total_elements(c);
  specs::observe(c, seen_);
  for (std::size_t r = 0; r < seen_.size(); ++r) {
    o.rules[r].satisfied += (seen_[r] & specs::kSatisfied) != 0;
    o.rules[r].low_edge += (seen_[r] & specs::kAtLowEdge) != 0;
    o.rules[r].high_edge += (seen_[r] & specs::kAtHighEdge) != 0;
  }
}

std::uint64_t Tally::count(Verdict v) const {
  std::uint64_t n = 0;
  for (const auto& [spec, o] : operators_) n += o.verdicts[static_cast<std::size_t>(v)];
  return n;
}

std::uint64_t Tally::total() const {
  std::uint64_t n = 0;
  for (std::size_t v = 0; v < kVerdicts; ++v) n += count(static_cast<Verdict>(v));
  return n;
}

std::uint64_t Tally::divergences() const {
  std::uint64_t n = 0;
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (is_divergence(static_cast<Verdict>(v))) n += count(static_cast<Verdict>(v));
  return n;
}

std::uint64_t Tally::shorts() const {
  std::uint64_t n = 0;
  for (const auto& [reason, count] : skips_)
    if (reason.second) n += count;
  return n;
}

int exit_code(const Tally& tally) {
  if (tally.divergences() > 0) return 1;
  const bool tested = tally.total() > tally.count(Verdict::Skip);
  return tested && tally.shorts() == 0 ? 0 : 3;
}

}  // namespace assay::conformance
