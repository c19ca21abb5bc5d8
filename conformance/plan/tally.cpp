// Counts judged cases.
#include "conformance/plan/tally.h"

#include <algorithm>
#include <cmath>

#include "specs/rules.h"

namespace assay::conformance {

void Tally::add(const specs::Case& c, const Judgement& j) {
  OfOperator& o = of(*c.spec);
  const std::size_t verdict = static_cast<std::size_t>(j.verdict);
  ++o.verdicts[verdict];
  ++o.by_type_and_level[{c.descriptor.tensors[c.spec->signature.first_tensor()].type, c.level}]
                       [verdict];
  if (j.skip) {
    add_skips(*j.skip, 1);
    return;
  }
  // An invalid descriptor only had to be refused, so it covers nothing.
  if (j.invalid || (j.ending && !specs::is_valid(c))) return;
  o.worst_headroom = std::max(o.worst_headroom, j.headroom);
  if (j.headroom > 0) {
    const auto bin = static_cast<std::size_t>(std::ceil(j.headroom * HeadroomBins{}.size())) - 1;
    ++o.headroom[c.descriptor.tensors[c.spec->signature.first_tensor()].type]
                [std::min(bin, HeadroomBins{}.size() - 1)];
  }
  o.elements += total_elements(c);
  specs::observe(c, seen_);
  for (std::size_t r = 0; r < seen_.size(); ++r) {
    o.rules[r].satisfied += (seen_[r] & specs::kSatisfied) != 0;
    o.rules[r].low_edge += (seen_[r] & specs::kAtLowEdge) != 0;
    o.rules[r].high_edge += (seen_[r] & specs::kAtHighEdge) != 0;
  }
}

void Tally::recount(const specs::Case& c, Verdict from, Verdict to) {
  OfOperator& o = of(*c.spec);
  auto& by =
      o.by_type_and_level[{c.descriptor.tensors[c.spec->signature.first_tensor()].type, c.level}];
  for (VerdictCounts* counts : {&o.verdicts, &by}) {
    --(*counts)[static_cast<std::size_t>(from)];
    ++(*counts)[static_cast<std::size_t>(to)];
  }
}

Tally::OfOperator& Tally::of(const specs::Spec& spec) {
  OfOperator& o = operators_[&spec];
  o.rules.resize(spec.rules.size());
  return o;
}

void Tally::merge(const Tally& other) {
  const auto add = [](VerdictCounts& to, const VerdictCounts& from) {
    for (std::size_t v = 0; v < kVerdicts; ++v) to[v] += from[v];
  };
  for (const auto& [spec, theirs] : other.operators_) {
    OfOperator& ours = of(*spec);
    add(ours.verdicts, theirs.verdicts);
    for (const auto& [key, counts] : theirs.by_type_and_level)
      add(ours.by_type_and_level[key], counts);
    for (std::size_t r = 0; r < theirs.rules.size(); ++r) {
      ours.rules[r].satisfied += theirs.rules[r].satisfied;
      ours.rules[r].low_edge += theirs.rules[r].low_edge;
      ours.rules[r].high_edge += theirs.rules[r].high_edge;
    }
    ours.worst_headroom = std::max(ours.worst_headroom, theirs.worst_headroom);
    ours.elements += theirs.elements;
    for (const auto& [type, bins] : theirs.headroom)
      for (std::size_t i = 0; i < bins.size(); ++i) ours.headroom[type][i] += bins[i];
  }
  for (const auto& [reason, count] : other.skips_) add_skips(reason, count);
}

std::uint64_t Tally::elements() const {
  std::uint64_t n = 0;
  for (const auto& [spec, o] : operators_) n += o.elements;
  return n;
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

std::uint64_t Tally::OfOperator::divergences() const {
  std::uint64_t n = 0;
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (is_divergence(static_cast<Verdict>(v))) n += verdicts[v];
  return n;
}

std::uint64_t Tally::divergences() const {
  std::uint64_t n = 0;
  for (const auto& [spec, o] : operators_) n += o.divergences();
  return n;
}

std::uint64_t Tally::shorts() const {
  std::uint64_t n = 0;
  for (const auto& [reason, count] : skips_)
    if (reason.is_short) n += count;
  return n;
}

int exit_code(const Tally& tally, std::uint64_t waived) {
  if (tally.divergences() > waived) return 1;
  const bool tested = tally.total() > tally.count(Verdict::Skip);
  return tested && tally.shorts() == 0 ? 0 : 3;
}

}  // namespace assay::conformance
