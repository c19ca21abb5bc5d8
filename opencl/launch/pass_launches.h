#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "opencl/device/command_stream.h"
#include "opencl/device/launch_options.h"
#include "opencl/memory/batch_memory.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/program.h"
#include "ops/problem.h"

namespace assay::opencl {

/// Queues the launches of passes over a batch, by one launch or by several as the options say.
class PassLaunches {
 public:
  /// Both must outlive this.
  PassLaunches(CommandStream& stream, const BatchMemory& memory)
      : stream_(stream), memory_(memory) {}

  /// Queues a pass over all problems, which `memory` was laid out for. `options.local` is the local
  /// size of passes that have none of their own; with `null_local` the driver chooses theirs, and
  /// the global size is still a multiple of `options.local`. Throws CallFailure, and
  /// KernelFileError where the pass's number of groups has no value.
  void queue(PassKernel& kernel, const Pass& pass, std::span<const ops::Problem> problems,
             const LaunchOptions& options, bool null_local);

  /// How many kernels were launched at a local size, or with an offset, for the first time.
  std::uint64_t first_launches() const { return first_launches_; }

 private:
  struct Range {
    std::size_t groups, local, offset, cases;
    bool null_local;
  };
  void enqueue(PassKernel& kernel, const Range& range);
  void bind(PassKernel& kernel, bool by_value) const;
  void bind_case(PassKernel& kernel, std::size_t index) const;

  CommandStream& stream_;
  const BatchMemory& memory_;
  std::uint64_t first_launches_ = 0;
};

}  // namespace assay::opencl
