#pragma once

#include <span>
#include <vector>

#include "conformance/verdict/judge.h"

namespace assay::conformance {

/// The answers of a launch, kept to be compared with those of another with different poison.
class Differential {
 public:
  /// Keeps the outputs of a batch that was launched.
  void remember(std::span<const ops::Problem> problems, const opencl::BatchOutcome& outcome);

  /// Compares them with a second outcome. Where a case fails in either, and an element that is
  /// permitted exactly differs though it was written, something was read that nobody wrote: the
  /// judgement becomes Stray. Where it fails in the second alone, that is its judgement.
  void compare(std::span<const ops::Problem> problems, std::span<const ops::Permitted> permitted,
               const opencl::BatchOutcome& second, Judge& judge,
               std::span<Judgement> judgements) const;

 private:
  std::optional<opencl::Damage> difference(const ops::Problem& problem,
                                           const ops::Permitted& permitted,
                                           const opencl::BatchOutcome& second,
                                           std::size_t index) const;

  /// By case and tensor place: where its bytes begin in what came, and in what was there before.
  std::vector<std::size_t> starts_;
  ops::Bytes came_, before_;
};

}  // namespace assay::conformance
