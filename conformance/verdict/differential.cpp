// Two launches of a batch that are compared differ only in their poison, which guards, gaps,
// scratch and outputs hold before a kernel writes to them. Where both answers are permitted,
// elements that have only one permitted value agree; so only the answers of failing cases are
// compared. An element that still holds its poison was not written: that is a failure of another
// kind.
#include "conformance/verdict/differential.h"

#include <algorithm>
#include <cassert>

namespace assay::conformance {
namespace {

bool is_exact(const ops::PermittedTensor& p, std::uint64_t position) {
  return !p.by_intervals() && alternatives_at(p, position).empty() &&
         !permits_anything(p, position);
}

}  // namespace

void Differential::remember(std::span<const ops::Problem> problems,
                            const opencl::BatchOutcome& outcome) {
  starts_.clear();
  came_.clear();
  before_.clear();
  if (outcome.failure) return;
  std::size_t bytes = 0;
  for (const auto came : outcome.memories) bytes += came.size();
  came_.reserve(bytes);
  before_.reserve(bytes);
  for (std::size_t i = 0; i < problems.size(); ++i)
    for (std::size_t place = 0; place < outcome.tensor_count; ++place) {
      const auto came = outcome.memory(i, place), before = outcome.before(i, place);
      assert(came.size() == before.size());
      starts_.push_back(came_.size());
      came_.insert(came_.end(), came.begin(), came.end());
      before_.insert(before_.end(), before.begin(), before.end());
    }
}

bool Differential::agrees(std::size_t problems, const opencl::BatchOutcome& again) const {
  if (again.failure || !again.damages.empty()) return false;
  std::size_t start = 0;
  for (std::size_t i = 0; i < problems; ++i)
    for (std::size_t place = 0; place < again.tensor_count; ++place) {
      const auto came = again.memory(i, place);
      if (!std::ranges::equal(came, std::span(came_).subspan(start, came.size()))) return false;
      start += came.size();
    }
  return true;
}

void Differential::compare(std::span<const ops::Problem> problems,
                           std::span<const ops::Permitted> permitted,
                           const opencl::BatchOutcome& second, Judge& judge,
                           std::span<Judgement> judgements) const {
  if (starts_.empty()) return;
  judge.judge_again(problems, permitted, second, judgements);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (judgements[i].verdict != Verdict::Wrong || second.failure) continue;
    if (const auto damage = difference(problems[i], permitted[i], second, i)) {
      judgements[i].verdict = Verdict::Stray;
      judgements[i].wrong.reset();
      judgements[i].stray = damage;
    }
  }
}

std::optional<opencl::Damage> Differential::difference(const ops::Problem& problem,
                                                       const ops::Permitted& permitted,
                                                       const opencl::BatchOutcome& second,
                                                       std::size_t index) const {
  std::optional<opencl::Damage> damage;
  problem.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    if (m.kind != ops::Kind::Output) return;
    const ops::TensorDesc& t = problem.descriptor.tensors[place];
    const ops::PermittedTensor& p = permitted.tensors[place];
    const std::size_t start = starts_[index * second.tensor_count + place];
    const auto first = std::span(came_).subspan(start),
               first_before = std::span(before_).subspan(start);
    std::uint64_t position = 0;
    for (ops::Walk walk(t); !walk.done(); walk.next())
      for (std::uint64_t k = 0; k < walk.run(); ++k, ++position) {
        const std::uint64_t at = walk.offset() + k * walk.step();
        const std::uint64_t a = bits_at(t.type, first, at);
        const std::uint64_t b = bits_at(t.type, second.memory(index, place), at);
        if (a == b || !is_exact(p, position) ||
            (permits(p, position, a) && permits(p, position, b)))
          continue;
        const bool unwritten = a == bits_at(t.type, first_before, at) &&
                               b == bits_at(t.type, second.before(index, place), at);
        if (unwritten) continue;
        if (!damage)
          damage = {opencl::Damage::What::PoisonRead,
                    index,
                    place,
                    problem.descriptor.signature->tensor_name(place),
                    static_cast<std::int64_t>(at * size_of(t.type)),
                    static_cast<std::uint8_t>(a),
                    static_cast<std::uint8_t>(b),
                    0};
        damage->count += size_of(t.type);
      }
  });
  return damage;
}

}  // namespace assay::conformance
