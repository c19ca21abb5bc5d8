#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace assay::opencl {

/// The memory that holds a tensor, and how bytes travel between the host and it.
enum class MemoryKind : std::uint8_t {
  /// Buffers, with write and read commands.
  Write,
  /// Write and read commands for rectangles that lie side by side.
  Rect,
  /// The buffer is mapped, the bytes are copied, and the buffer is unmapped.
  Map,
  /// Buffers over host memory (CL_MEM_USE_HOST_PTR). They are mapped to be read.
  UseHost,
  /// Buffers in host memory that the driver allocates (CL_MEM_ALLOC_HOST_PTR). They are mapped.
  AllocHost,
  /// Buffers that are made with their contents (CL_MEM_COPY_HOST_PTR), and read by read commands.
  CopyHost,
  /// Sub-buffers that begin at an origin. The parent buffer is filled with a pattern before that.
  SubBuffer,
  /// Buffers that are filled with a pattern. Their contents are copied from another buffer, and
  /// later back to it.
  Copy,
  /// As Copy, but the contents are copied as rectangles, from behind the image in the same buffer.
  CopyRect,
  /// Coarse-grained shared virtual memory instead of buffers. It is mapped.
  Svm,
  /// Coarse-grained shared virtual memory that is copied to and from, without mapping.
  SvmCopy,
  /// Write and read commands. One of the tensors lies behind 4 GiB of its buffer that no command
  /// touches. If the device has no room for that, the batch fails (BatchOutcome::lacking).
  Far,
  /// As UseHost, but behind the buffer comes a page of the host's memory that nobody may access,
  /// and the last tensor ends there, as far as its alignment allows. So a device that works on the
  /// host's memory cannot read beyond that tensor.
  PageEnd,
};
constexpr std::size_t kMemoryKinds = 13;
/// A buffer of MemoryKind::PageEnd begins and ends at a multiple of this many bytes, which is the
/// alignment of the largest data type of OpenCL C.
constexpr std::size_t kPageEndUnit = 128;
/// The bytes in front of the image of MemoryKind::Far.
constexpr std::uint64_t kFarBytes = std::uint64_t{1} << 32;
/// Whether this kind of memory needs a device with shared virtual memory.
constexpr bool is_svm(MemoryKind m) { return m == MemoryKind::Svm || m == MemoryKind::SvmCopy; }

/// Whether commands bring the image to this kind of memory, as often as they are queued. The host
/// waits for none of them that moves an image in one piece.
constexpr bool is_written_by_commands(MemoryKind m) {
  return m == MemoryKind::Write || m == MemoryKind::Rect || m == MemoryKind::SubBuffer ||
         m == MemoryKind::Copy || m == MemoryKind::CopyRect || m == MemoryKind::SvmCopy ||
         m == MemoryKind::Far;
}

/// Where a kernel finds its case. Global: in global memory. Constant: in constant memory, which
/// may have room for few cases (Launcher::most_cases). Value: in an argument by value, with one
/// launch for each case.
enum class CaseSpace : std::uint8_t { Global, Constant, Value };
constexpr std::size_t kCaseSpaces = 3;

/// What programs are built from.
enum class ProgramFrom : std::uint8_t {
  Source,
  /// The binary of a program that was built from source.
  Binary,
  /// SPIR-V that clang and llvm-spirv make. If they cannot, the program is built from source.
  Spirv,
};
constexpr std::size_t kProgramsFrom = 3;

/// The queue, or queues, of a launch. OutOfOrder needs a device that has such queues. Events order
/// the commands of OutOfOrder and of Several queues.
enum class QueueKind : std::uint8_t { InOrder, OutOfOrder, Several, Profiling };
constexpr std::size_t kQueueKinds = 4;

/// What is asked of the driver beside the batch. Scalars: whether scalar arguments arrive as they
/// are given, by a kernel of its own (opencl/launch/scalar_probe.h). Calls: calls that no
/// batch makes (opencl/launch/call_probe.h).
enum class Probe : std::uint8_t { None, Scalars, Calls };
constexpr std::size_t kProbes = 3;

/// How a batch reaches the device.
struct LaunchOptions {
  /// With this value of `local` the driver chooses the local size.
  static constexpr std::size_t kNullLocal = 0;
  /// Work items in each group along dimension 0, for passes without a local size of their own. A
  /// kernel that cannot have that many gets the most that it can have.
  std::size_t local = 64;
  /// `guard_bytes` is at least kLeastGuard, and a multiple of kGuardUnit.
  static constexpr std::size_t kLeastGuard = 64, kGuardUnit = 8;
  /// Bytes of guard on each side of each tensor and scratch.
  std::size_t guard_bytes = kLeastGuard;
  /// The seed for the bytes of guards, gaps, scratch and unwritten outputs. If two launches differ
  /// only in the seed, and their seeds differ in every byte, every one of these bytes differs
  /// between them. Without a seed all of them are zeros.
  std::optional<std::uint64_t> poison_seed = 0;
  /// Decides how each tensor's base is aligned beyond what the tensor requires, and which case's
  /// tensors lie last in their buffers before a closed page.
  std::uint32_t placement = 0;
  /// An input and an output, by tensor place. In each case that describes both tensors alike, the
  /// output lies in the input's memory. In other cases it lies elsewhere in the same buffer.
  struct InPlace {
    std::size_t input, output;
    friend bool operator==(const InPlace&, const InPlace&) = default;
  };
  std::optional<InPlace> in_place;
  MemoryKind memory = MemoryKind::Write;
  /// The number of pieces that each transfer is cut into, at least 1. Most pieces begin at odd
  /// offsets.
  std::size_t pieces = 1;
  CaseSpace case_space = CaseSpace::Global;
  QueueKind queue = QueueKind::InOrder;
  Probe probe = Probe::None;
  /// The global offset of the first case along dimension 1.
  std::size_t offset = 0;
  /// The number of launches that a pass is split into along dimension 1. No more launches are made
  /// than there are cases.
  std::size_t launches = 1;
  ProgramFrom program = ProgramFrom::Source;
  /// If true, programs are built without -cl-opt-disable.
  bool optimize = true;
  /// The version for -cl-std, multiplied by ten: 12, 20, 30.
  unsigned cl_std = 12;
  /// How the kernels' text is rewritten before it is built (opencl/shape/shape.h). 0: it is not.
  std::uint64_t shape = 0;

  /// If true, the kernel objects are made anew, so that nothing was launched by them before.
  bool new_kernels = false;
  /// How often the batch is uploaded and then run before the answers, which are those of the last
  /// run, are read: at least 1, and 1 unless is_written_by_commands(memory) and without images.
  std::size_t rounds = 1;

  /// Whether one kernel is launched several times without an order between the launches. In an
  /// out-of-order queue they may run at the same time, and then a race in PoCL shows
  /// (conformance/known/POCL.md).
  bool launches_side_by_side() const {
    return launches > 1 || case_space == CaseSpace::Value || probe == Probe::Scalars;
  }

  friend bool operator==(const LaunchOptions&, const LaunchOptions&) = default;
};

}  // namespace assay::opencl
