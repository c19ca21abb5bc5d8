#pragma once

#include <span>
#include <vector>

#include "conformance/verdict/judge.h"

namespace assay::conformance {

/// Keeps the answers of one launch, to compare them with those of other launches of the same
/// problems.
class Differential {
 public:
  /// Keeps the outputs of a batch that was launched.
  void remember(std::span<const ops::Problem> problems, const opencl::BatchOutcome& outcome);

  /// Whether a launch with the same poison succeeded, damaged nothing, and left the same bytes in
  /// all tensors.
  bool agrees(std::size_t problems, const opencl::BatchOutcome& again) const;

  /// Compares the kept outputs with those of a second launch, `second`, that has other poison: the
  /// pattern that memory holds before it is written. A case that fails in the
  /// second launch alone gets the judgement of that launch. Where a case fails in either, and an
  /// element that has only one permitted value differs between the launches although both wrote it,
  /// the kernel read memory that nobody had written: the judgement becomes Stray.
  void compare(std::span<const ops::Problem> problems, std::span<const ops::Permitted> permitted,
               const opencl::BatchOutcome& second, Judge& judge,
               std::span<Judgement> judgements) const;

 private:
  std::optional<opencl::Damage> difference(const ops::Problem& problem,
                                           const ops::Permitted& permitted,
                                           const opencl::BatchOutcome& second,
                                           std::size_t index) const;

  /// By case and place of the tensor: where the tensor's bytes begin in `came_` and in `before_`.
  std::vector<std::size_t> starts_;
  /// What the tensors held after the first launch, and before it.
  ops::Bytes came_, before_;
};

}  // namespace assay::conformance
