#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opencl/device/launch_options.h"
#include "opencl/memory/batch_outcome.h"
#include "opencl/memory/guarded_memory.h"
#include "opencl/memory/poison.h"
#include "opencl/program/case_layout.h"
#include "opencl/program/program.h"
#include "ops/kept_vector.h"
#include "ops/problem.h"

namespace assay::opencl {

/// The memory of a batch: the cases' descriptors, a buffer a tensor member, a buffer a scratch.
class BatchMemory {
 public:
  /// Different memories take their poison from different stretches of it, each so many bytes behind
  /// the one before, so that a guard copied to the same position of another buffer shows.
  static constexpr std::size_t kPoisonShift = 1048;

  /// Gives every tensor and scratch its place and makes all images. What is passed must last until
  /// collect(). Throws CallFailure where the device has no buffers that large, KernelFileError
  /// where a scratch's size is undefined.
  void lay_out(const DeviceInfo& device, const KernelFile& file, const Variant& variant,
               std::span<const ops::Problem> problems, const LaunchOptions& options);
  /// Queues all images to the device, by the stages that it takes. Throws CallFailure.
  void upload(const Device& device, CommandStream& stream);
  /// Queues all buffers back. Throws CallFailure.
  void download(CommandStream& stream);
  /// Makes what an argument means a kernel's argument. Throws CallFailure.
  void bind(cl::Kernel& kernel, cl_uint index, const Argument& argument) const;
  /// The bytes of a case's descriptor, and how many all of the batch's are.
  std::span<const std::byte> descriptor(std::size_t case_index) const;
  /// The descriptor that stands below a global offset; empty where none does.
  std::span<const std::byte> ghost_descriptor() const;
  /// One buffer of the batch, by name: `cases`, a tensor member, a scratch. Bytes from `from` on
  /// and below `to` may change, all others may not.
  struct Region {
    std::string name;
    std::size_t size;
    struct Writable {
      std::size_t from, to;
    };
    std::vector<Writable> writable;
  };
  /// What lay_out() laid out, in the order of their poison: the cases, the tensors by place (empty
  /// where one lies in another's memory), the scratches.
  std::vector<Region> regions() const;
  /// Which region lies far (MemoryKind::Far): one of the tensors, by placement. Nothing where none
  /// does.
  std::optional<std::size_t> far_region() const;
  /// Which region an argument is bound to.
  std::size_t region_of(const Argument& argument) const;
  std::size_t descriptors_size(const KernelFile& file, std::size_t cases,
                               const LaunchOptions& options);
  /// The tensors' memories after all commands are done, and what was damaged.
  void collect(BatchOutcome& outcome);

 private:
  // What a piece of a tensor's or scratch's memory holds.
  struct Owner {
    std::size_t case_index;
    // A tensor's place or a scratch's number.
    std::size_t place;
    bool ghost;
  };

  void ready_layout(const KernelFile& file);
  void lay_out_cases(const DeviceInfo& device);
  LaunchOptions options_of(std::size_t memory) const;
  // The ghost is case 0 once more, at the indices below a global offset: nobody may run it.
  void lay_out_case(std::size_t case_index, bool ghost);
  void lay_out_tensor(std::size_t case_index, std::size_t place, bool ghost);
  void lay_out_scratch(std::size_t case_index, std::size_t number, bool ghost);
  bool has_ghost() const { return options_.offset > 0 && options_.case_space != CaseSpace::Value; }
  bool in_place(std::size_t case_index, std::size_t place) const;
  std::size_t row(std::size_t case_index, bool ghost) const;
  void fill(std::optional<std::uint8_t> seed);
  void fill_inputs();
  void fill_descriptors();
  bool is_input(std::size_t place) const;
  /// The place whose memory a tensor lies in: its own, but for an output in place.
  std::size_t home(std::size_t place) const;
  Damage damage_of(std::size_t memory, const GuardedMemory::Change& change) const;

  const KernelFile* file_ = nullptr;
  const Variant* variant_ = nullptr;
  std::span<const ops::Problem> problems_;
  LaunchOptions options_;
  std::size_t tensor_count_ = 0;

  std::optional<CaseLayout> layout_;
  std::uint64_t layout_for_ = 0;
  Poison poison_;
  GuardedMemory cases_;
  ops::KeptVector<GuardedMemory> tensors_, scratch_;
  // Cases, tensors by place, scratch by number.
  std::vector<GuardedMemory*> memories_;
  // For each case, and the ghost: its tensors' bases, then its scratches' by field of Case; in
  // elements.
  std::vector<std::uint64_t> bases_;
  // For each case, and the ghost: the piece of each tensor in its home.
  std::vector<std::size_t> pieces_;
  // By memory and piece.
  ops::KeptVector<std::vector<Owner>> owners_;
  std::vector<GuardedMemory::Change> found_;
};

}  // namespace assay::opencl
