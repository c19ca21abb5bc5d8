// Compares outcomes with permitted sets. For a right answer this takes a memory compare; only a
// wrong one is looked at element by element.
#include "conformance/verdict/judge.h"

#include <algorithm>

#include "conformance/verdict/leniency.h"
#include "conformance/verdict/wrong_element.h"

namespace assay::conformance {
namespace {

using ops::PermittedTensor;
using ops::TensorDesc;

/// Whether an answer of zeros everywhere would pass as well.
bool zeros_would_pass(const PermittedTensor& p) {
  for (std::uint64_t i = 0, size = p.size(); i < size; ++i)
    if (!permits(p, i, 0)) return false;
  return true;
}

}  // namespace

std::span<const std::byte> Judge::answer(const TensorDesc& t, const PermittedTensor& p,
                                         std::span<const std::byte> memory) {
  if (t.strided) {
    packed_.resize(p.bytes.size());
    pack(t, memory, packed_);
    memory = packed_;
  }
  return memory.first(p.bytes.size());
}

// The first element is asked alone, since mostly it does not pass.
bool Judge::unchanged_would_pass(const TensorDesc& t, const PermittedTensor& p,
                                 std::span<const std::byte> before) {
  return permits(p, 0, bits_at(p.type, before, 0)) && !first_unpermitted(p, answer(t, p, before));
}

bool Judge::judge_outputs(const ops::Problem& problem, const ops::Permitted& permitted,
                          const opencl::BatchOutcome& outcome, std::size_t index, Judgement& j) {
  bool zeros = true, unchanged = in_place_;
  const ops::Signature& signature = *problem.descriptor.signature;
  for (std::size_t place = 0; place < problem.descriptor.tensors.size(); ++place) {
    const TensorDesc& t = problem.descriptor.tensors[place];
    if (t.absent || signature.tensor_at(place).kind != ops::Kind::Output) continue;
    const PermittedTensor& p = permitted.tensors[place];
    unchanged = unchanged && unchanged_would_pass(t, p, outcome.before(index, place));
    const std::span<const std::byte> came = answer(t, p, outcome.memory(index, place));
    zeros = zeros && zeros_would_pass(p);
    const auto first = first_unpermitted(p, came);
    if (!first) {
      j.headroom = std::max(j.headroom, headroom_used(p, came));
      continue;
    }
    auto wrong = find_wrong(p, leniency_of(variant_, p.type, device_), t.sizes, came, *first);
    if (!wrong || j.wrong) continue;
    wrong->tensor = signature.tensor_name(place);
    j.verdict = Verdict::Wrong;
    j.wrong = std::move(wrong);
  }
  return zeros || unchanged;
}

const opencl::Damage* Judge::stray(const opencl::BatchOutcome& outcome, std::size_t index) const {
  const auto found = std::find_if(
      outcome.damages.begin(), outcome.damages.end(),
      [&](const opencl::Damage& d) { return d.case_index == index && checks_.heeds(d.what); });
  return found == outcome.damages.end() ? nullptr : &*found;
}

Judgement Judge::judge(const ops::Problem& problem, const ops::Permitted& permitted,
                       const opencl::BatchOutcome& outcome, std::size_t index) {
  Judgement j;
  if (!outcome.lacking.empty()) {
    j.verdict = Verdict::Skip;
    j.skip = SkipReason{outcome.lacking, true};
    return j;
  }
  if (outcome.failure) {
    j.verdict = Verdict::Refused;
    j.refused = outcome.failure;
    return j;
  }
  const bool others_pass = judge_outputs(problem, permitted, outcome, index, j);
  // A stray write is worse than a wrong answer, and may be its cause.
  if (const opencl::Damage* damage = stray(outcome, index)) {
    j.verdict = Verdict::Stray;
    j.stray = *damage;
  } else if (j.verdict == Verdict::Pass && others_pass) {
    j.verdict = Verdict::Doubtful;
  }
  return j;
}

bool Judge::judge_again(std::span<const ops::Problem> problems,
                        std::span<const ops::Permitted> permitted,
                        const opencl::BatchOutcome& outcome, std::span<Judgement> judgements) {
  bool any = false;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (is_divergence(judgements[i].verdict)) continue;
    const Judgement again = judge(problems[i], permitted[i], outcome, i);
    // A launch that could not be made showed nothing.
    if (!is_divergence(again.verdict) && again.verdict != Verdict::Skip) continue;
    judgements[i] = again;
    any = true;
  }
  return any;
}

}  // namespace assay::conformance
