#pragma once

#include <cstddef>
#include <span>

#include "conformance/verdict/checks.h"
#include "conformance/verdict/verdict.h"
#include "opencl/launch/launch.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// Judges the cases of a batch. It keeps its buffers from one case to the next.
class Judge {
 public:
  /// `in_place`: outputs lie in the memory of inputs, where the answer may stand already.
  Judge(const opencl::Variant& variant, const opencl::DeviceInfo& device, Checks checks = Checks{},
        bool in_place = false)
      : variant_(variant), device_(device), checks_(std::move(checks)), in_place_(in_place) {}

  /// The verdict of case `index` of a batch that was launched.
  Judgement judge(const ops::Problem& problem, const ops::Permitted& permitted,
                  const opencl::BatchOutcome& outcome, std::size_t index);

  /// Judges a later launch of problems that were judged before. A case that passed until then, and
  /// does not now, gets the judgement of this launch. Gives whether there is such a case.
  bool judge_again(std::span<const ops::Problem> problems,
                   std::span<const ops::Permitted> permitted, const opencl::BatchOutcome& outcome,
                   std::span<Judgement> judgements);

 private:
  /// The elements of a tensor's memory, packed. They are valid until the next call.
  std::span<const std::byte> answer(const ops::TensorDesc& tensor,
                                    const ops::PermittedTensor& permitted,
                                    std::span<const std::byte> memory);
  /// Whether a tensor's memory as it was before the launch would pass.
  bool unchanged_would_pass(const ops::TensorDesc& tensor, const ops::PermittedTensor& permitted,
                            std::span<const std::byte> before);
  /// Compares all outputs with what is permitted. Gives whether zeros everywhere or, in place, what
  /// the inputs were would pass, too.
  bool judge_outputs(const ops::Problem& problem, const ops::Permitted& permitted,
                     const opencl::BatchOutcome& outcome, std::size_t index, Judgement& judgement);
  /// The first damage to a case for which one of the checks looks, or null.
  const opencl::Damage* stray(const opencl::BatchOutcome& outcome, std::size_t index) const;

  const opencl::Variant& variant_;
  const opencl::DeviceInfo& device_;
  Checks checks_;
  bool in_place_;
  ops::Bytes packed_;
};

}  // namespace assay::conformance
