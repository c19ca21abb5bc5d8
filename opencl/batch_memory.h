#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opencl/case_layout.h"
#include "opencl/guarded_memory.h"
#include "opencl/launch.h"
#include "opencl/poison.h"
#include "opencl/program.h"

namespace assay::opencl {

/// The memory of a batch: the cases' descriptors, a buffer a tensor member, a buffer a scratch.
class BatchMemory {
 public:
  /// Gives every tensor and scratch its place and makes all images. What is passed must last until
  /// collect(). Throws CallFailure where the device has no buffers that large, KernelFileError
  /// where a scratch's size is undefined.
  void lay_out(const DeviceInfo& device, const KernelFile& file, const Variant& variant,
               std::span<const ops::Problem> problems, const LaunchOptions& options);
  /// Queues all images to the device. Throws CallFailure.
  void upload(const Device& device);
  /// Queues all buffers back. Throws CallFailure.
  void download(const Device& device);
  const cl::Buffer& buffer(const Argument& argument) const;
  /// The tensors' memories after the run, and what was damaged.
  void collect(BatchOutcome& outcome);

 private:
  void lay_out_case(std::size_t case_index);
  void fill(std::uint8_t poison);
  bool is_input(std::size_t place) const;
  /// The place whose memory a tensor lies in: its own, but for an output in place.
  std::size_t home(std::size_t place) const;
  Damage described(std::size_t memory, const GuardedMemory::Damage& damage) const;

  const KernelFile* file_ = nullptr;
  const Variant* variant_ = nullptr;
  std::span<const ops::Problem> problems_;
  LaunchOptions options_;
  std::size_t tensor_count_ = 0;

  std::optional<CaseLayout> layout_;
  std::uint64_t layout_for_ = 0;
  Poison poison_;
  GuardedMemory cases_;
  std::vector<GuardedMemory> tensors_, scratch_;
  // Cases, tensors by place, scratch by number.
  std::vector<GuardedMemory*> memories_;
  // For each case its tensors' bases, then its scratches' by field of Case; in elements.
  std::vector<std::uint64_t> bases_;
  std::vector<GuardedMemory::Damage> found_;
};

}  // namespace assay::opencl
