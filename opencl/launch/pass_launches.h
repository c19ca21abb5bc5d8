#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "opencl/device/command_stream.h"
#include "opencl/device/launch_options.h"
#include "opencl/memory/batch_memory.h"
#include "opencl/memory/image_copy.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/program.h"
#include "ops/problem.h"

namespace assay::opencl {

/// Queues the launches of passes over a batch, by one launch or by several as the options say.
class PassLaunches {
 public:
  /// All must outlive this.
  PassLaunches(const Device& device, CommandStream& stream, const BatchMemory& memory)
      : device_(device), stream_(stream), memory_(memory) {}

  /// Queues a pass over all problems, which `memory` was laid out for, in stages. `options.local`
  /// is the local size of passes that have none of their own; with `null_local` the driver chooses
  /// theirs, and the global size is still a multiple of `options.local`. Throws CallFailure, and
  /// KernelFileError where the pass's number of groups has no value.
  void queue(PassKernel& kernel, const Pass& pass, std::span<const ops::Problem> problems,
             const LaunchOptions& options, bool null_local);

  /// Releases the images of the passes that were queued. Call it when all commands are done, and
  /// before the memory is completed.
  void release_images() { images_.clear(); }

  /// How many kernels were launched at a local size, or with an offset, for the first time.
  std::uint64_t first_launches() const { return first_launches_; }

 private:
  struct Range {
    std::size_t groups, local, offset, cases;
    bool null_local;
  };
  // Makes and binds the images of a kernel, and queues the stage that loads them. Gives the number
  // of the first.
  std::size_t load_images(PassKernel& kernel);
  // Queues the stage that brings the images from that one on back, as far as they are written.
  void store_images(std::size_t first);
  void queue_launches(PassKernel& kernel, const Pass& pass, std::span<const ops::Problem> problems,
                      const LaunchOptions& options, bool null_local);
  void enqueue(PassKernel& kernel, const Range& range);
  void bind(PassKernel& kernel, bool by_value) const;
  void bind_case(PassKernel& kernel, std::size_t index) const;

  const Device& device_;
  CommandStream& stream_;
  const BatchMemory& memory_;
  std::vector<BoundImage> images_;
  std::uint64_t first_launches_ = 0;
};

}  // namespace assay::opencl
