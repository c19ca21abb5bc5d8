#pragma once

#include <vector>

#include "opencl/program/program_cache.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// What the sequences of a run share: the programs, and the queues, which are replaced now and
/// then. The functions throw opencl::CallFailure.
struct CallSetting {
  explicit CallSetting(const opencl::Device& d);

  const opencl::Device& device;
  std::vector<cl::CommandQueue> queues;
  opencl::ProgramCache programs;

  cl::CommandQueue& queue(specs::Chooser& chooser) { return queues[chooser.below(queues.size())]; }
  /// Releases a queue, whose commands still run, and puts a new one in its place.
  void replace_queue(specs::Chooser& chooser);
  /// Flushes all queues. A command may wait for events of another queue only if that queue was
  /// flushed.
  void flush() const;
};

}  // namespace assay::fuzz
