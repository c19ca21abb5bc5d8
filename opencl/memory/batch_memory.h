#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opencl/device/launch_options.h"
#include "opencl/memory/batch_outcome.h"
#include "opencl/memory/guarded_memory.h"
#include "opencl/memory/image_copy.h"
#include "opencl/memory/poison.h"
#include "opencl/program/case_layout.h"
#include "opencl/program/program.h"
#include "ops/kept_vector.h"
#include "ops/problem.h"

namespace assay::opencl {

/// The memory of a batch: the cases' descriptors, one buffer for each tensor member, and one buffer
/// for each scratch.
class BatchMemory {
 public:
  /// Each memory takes its poison from a different part of one sequence, this many bytes behind the
  /// part of the memory before it. So a guard that was copied to the same position of another
  /// buffer is noticed.
  static constexpr std::size_t kPoisonShift = 1048;

  /// Gives every tensor and scratch its place, and makes all images. The arguments must stay valid
  /// until collect(). Throws CallFailure if the device allows no buffers of this size, and
  /// KernelFileError if the size of a scratch is undefined.
  void lay_out(const DeviceInfo& device, const KernelFile& file, const Variant& variant,
               std::span<const ops::Problem> problems, const LaunchOptions& options);
  /// Queues the uploads of all images, in as many stages as the kind of memory needs. Throws
  /// CallFailure.
  void upload(const Device& device, CommandStream& stream);
  /// Queues them once more, behind all commands of earlier stages. The kind of memory must be one
  /// of is_written_by_commands(). Throws CallFailure.
  void upload_again(CommandStream& stream);
  /// Queues the downloads of all buffers. Throws CallFailure.
  void download(CommandStream& stream);
  /// Binds the buffer that an argument stands for to the kernel's argument. Throws CallFailure.
  void bind(cl::Kernel& kernel, cl_uint index, const Argument& argument) const;
  /// Makes an image with the bytes of the region that a tensor lies in. `device` is that of
  /// upload(). Throws CallFailure, and NotMade where the device has no image of that size.
  ImageCopy image(const Device& device, std::size_t place) const;
  /// The bytes of a case's descriptor.
  std::span<const std::byte> descriptor(std::size_t case_index) const;
  /// The descriptor of the ghost, which stands at the indices below a global offset. Empty if there
  /// is no ghost.
  std::span<const std::byte> ghost_descriptor() const;
  /// One buffer of the batch: `cases`, a tensor member or a scratch. Kernels may change the bytes
  /// from `from` on and below `to`, and no others.
  struct Region {
    std::string name;
    std::size_t size;
    struct Writable {
      std::size_t from, to;
    };
    std::vector<Writable> writable;
  };
  /// The regions that lay_out() laid out: the cases, the tensors by place, the scratches. A tensor
  /// that lies in another one's memory has an empty region. The tensors of an array lie in that of
  /// the first. Poison is given in the same order.
  std::vector<Region> regions() const;
  /// The region that lies far (MemoryKind::Far): one of the tensors, which the placement decides.
  /// Nothing if none does.
  std::optional<std::size_t> far_region() const;
  /// The region that an argument is bound to.
  std::size_t region_of(const Argument& argument) const;
  /// How many cases' descriptors fit into a buffer of so many bytes (`room`).
  std::size_t most_cases(const KernelFile& file, const LaunchOptions& options, std::size_t room);
  /// Call it when all commands are done. Appends to `outcome` the tensors' memories and what was
  /// damaged.
  void collect(BatchOutcome& outcome);
  /// Call it in place of collect() where the launch failed, when all commands are done.
  void release();

 private:
  // What a piece of a tensor's or scratch's memory belongs to.
  struct Owner {
    std::size_t case_index;
    // The tensor's place or the scratch's number.
    std::size_t place;
    bool ghost;
  };

  void ready_layout(const KernelFile& file);
  void lay_out_cases(const DeviceInfo& device);
  // The case whose pieces lie last in their buffers. Where closed pages follow, it is one at whose
  // end a kernel that takes too many neighbours leaves the buffer.
  std::size_t last_laid_out() const;
  // The bytes before the memory of a tensor, from where kernels count.
  std::uint64_t front_of(std::size_t place) const;
  LaunchOptions options_of(std::size_t memory) const;
  // Lays out a case or its ghost. The ghost is a copy of case 0 for the indices below a global
  // offset. No work item may run it.
  void lay_out_case(std::size_t case_index, bool ghost);
  void lay_out_tensor(std::size_t case_index, std::size_t place, bool ghost);
  void lay_out_scratch(std::size_t case_index, std::size_t number, bool ghost);
  // Ends the buffers at closed pages, and the last piece of each with it.
  void end_at_pages();
  bool has_ghost() const { return options_.offset > 0 && options_.case_space != CaseSpace::Value; }
  bool in_place(std::size_t case_index, std::size_t place) const;
  std::size_t row(std::size_t case_index, bool ghost) const;
  // The number of bases of a case, and where those of a row begin.
  std::size_t base_count() const { return tensor_count_ + file_->scratch.size(); }
  std::uint64_t* bases_of(std::size_t row) { return &bases_[row * base_count()]; }
  void fill(std::optional<std::uint64_t> seed);
  void fill_inputs();
  void fill_descriptors();
  bool is_input(std::size_t place) const;
  /// The place of the tensor in whose memory this tensor lies. It is another place only for an
  /// output that lies in place, and for the tensors of an array behind its first.
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
  // The cases, then the tensors by place, then the scratches by number.
  std::vector<GuardedMemory*> memories_;
  // For each case and for the ghost: the bases of its tensors, then the bases of its scratches by
  // field of Case. All are in elements.
  std::vector<std::uint64_t> bases_;
  // For each case and for the ghost: the number of each tensor's piece in the memory where the
  // tensor lies.
  std::vector<std::size_t> pieces_;
  // The owners by memory and piece.
  ops::KeptVector<std::vector<Owner>> owners_;
  std::vector<GuardedMemory::Change> found_;
};

}  // namespace assay::opencl
