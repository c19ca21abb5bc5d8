#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace assay::opencl {

/// The memory that holds a tensor, and how bytes travel between the host and it.
enum class MemoryKind : std::uint8_t {
  /// Write and read commands.
  Write,
  /// The same by rectangles, side by side.
  Rect,
  /// Mapped, copied, unmapped.
  Map,
  /// Buffers over host memory (CL_MEM_USE_HOST_PTR), mapped to be read.
  UseHost,
  /// Buffers in host memory of the driver's (CL_MEM_ALLOC_HOST_PTR), mapped.
  AllocHost,
  /// Made with their contents (CL_MEM_COPY_HOST_PTR), then read.
  CopyHost,
  /// Sub-buffers behind an origin, in buffers that are filled around them.
  SubBuffer,
  /// Filled, then copied to and from another buffer.
  Copy,
  /// Coarse-grained shared virtual memory instead of buffers, mapped.
  Svm,
  /// The same, copied to and from.
  SvmCopy,
  /// Written and read; one of the tensors lies behind 4 GiB of its buffer that nobody touches (at
  /// the start where the device has no room for that).
  Far,
};
constexpr std::size_t kMemoryKinds = 11;
/// Bytes in front of the image of MemoryKind::Far.
constexpr std::uint64_t kFarBytes = std::uint64_t{1} << 32;
/// Whether a device must have shared virtual memory for it.
constexpr bool is_svm(MemoryKind m) { return m == MemoryKind::Svm || m == MemoryKind::SvmCopy; }

/// Where a kernel finds its case: in global memory; in constant memory, where all of the batch fits
/// into it (else global); or in an argument of its own, one launch a case.
enum class CaseSpace : std::uint8_t { Global, Constant, Value };
constexpr std::size_t kCaseSpaces = 3;

/// What programs are built from.
enum class ProgramFrom : std::uint8_t {
  Source,
  /// The binary of the program that was built from source.
  Binary,
  /// SPIR-V, made by clang and llvm-spirv. Source, where these cannot.
  Spirv,
};
constexpr std::size_t kProgramsFrom = 3;

/// The queue, or queues, of a launch. OutOfOrder needs a device that has such queues; events order
/// its commands, as they do those of Several queues.
enum class QueueKind : std::uint8_t { InOrder, OutOfOrder, Several, Profiling };
constexpr std::size_t kQueueKinds = 4;

/// How a batch reaches the device.
struct LaunchOptions {
  /// The driver chooses the local size.
  static constexpr std::size_t kNullLocal = 0;
  /// Work items a group along dimension 0, for passes without a local size of their own. Where a
  /// kernel cannot have as many, as many as it can.
  std::size_t local = 64;
  /// Bytes of guard on each side of each tensor and scratch; at least 64, a multiple of 8.
  std::size_t guard_bytes = 64;
  /// Gives the bytes of guards, gaps, scratch and unwritten outputs. Of two launches that differ
  /// in nothing else, every such byte differs.
  /// Without it all of them are zeros.
  std::optional<std::uint8_t> poison_seed = 0;
  /// Gives the alignments of the tensors' bases beyond what each must have.
  std::uint32_t placement = 0;
  /// An output, by tensor place, that lies in the memory of an input in each case that describes
  /// both alike. In other cases it lies elsewhere in the same buffer.
  struct InPlace {
    std::size_t input, output;
    friend bool operator==(const InPlace&, const InPlace&) = default;
  };
  std::optional<InPlace> in_place;
  MemoryKind memory = MemoryKind::Write;
  /// Pieces that each transfer is cut into, most of them at odd offsets; at least 1.
  std::size_t pieces = 1;
  CaseSpace case_space = CaseSpace::Global;
  QueueKind queue = QueueKind::InOrder;
  /// A kernel of its own tells first whether scalar arguments come as they are given.
  bool probe = false;
  /// The global offset of the first case along dimension 1.
  std::size_t offset = 0;
  /// Launches that a pass is split into along dimension 1; no more than there are cases.
  std::size_t launches = 1;
  ProgramFrom program = ProgramFrom::Source;
  /// Programs are built without -cl-opt-disable.
  bool optimize = true;
  /// -cl-std, ten times: 12, 20, 30.
  unsigned cl_std = 12;

  /// Whether one kernel is launched several times with no order between: out of order they may run
  /// side by side, and meet a race of PoCL's (conformance/known/POCL.md).
  bool launches_side_by_side() const {
    return launches > 1 || case_space == CaseSpace::Value || probe;
  }

  friend bool operator==(const LaunchOptions&, const LaunchOptions&) = default;
};

}  // namespace assay::opencl
