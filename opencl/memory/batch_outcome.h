#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/device/call_failure.h"

namespace assay::opencl {

/// Bytes that a batch changed although it must not: the first such byte of a region, and how many
/// bytes there are.
struct Damage {
  enum class What : std::uint8_t {
    GuardBefore,
    GuardAfter,
    InputChanged,
    ScratchBefore,
    ScratchAfter,
    DescriptorChanged,
    /// This launch alone damaged nothing. Two launches with different poison gave different
    /// answers.
    PoisonRead,
    /// A scalar argument arrived changed. No memory of the batch was damaged.
    ArgumentChanged,
    /// A work-item function gave what OpenCL C does not permit. No memory of the batch was damaged.
    WrongAnswer,
    /// A call did what OpenCL does not permit. No memory of the batch was damaged.
    WrongCall,
  };
  What what;
  /// The number of the case in the batch. For a guard it is the nearest case, and for bytes behind
  /// all descriptors the last case.
  std::size_t case_index;
  /// A tensor's place, a scratch's number in the variant, or the number of a scalar argument or of
  /// a call. 0 for descriptors.
  std::size_t place;
  /// The name of the tensor member, the scratch or the scalar argument, the call, or `cases`; of a
  /// WrongCall, what the call did.
  std::string name;
  /// Bytes from the first byte of the tensor, scratch, descriptor or argument. Negative before it.
  std::int64_t offset;
  std::uint8_t expected, came;
  /// The number of damaged bytes in the region.
  std::uint64_t count;

  friend bool operator==(const Damage&, const Damage&) = default;
};

/// `guard before`, `input changed`, …
std::string_view name_of(Damage::What what);

/// What came of a batch. The spans refer to the launcher's memory and are valid until its next
/// launch.
struct BatchOutcome {
  /// If it is set, there are no outputs.
  std::optional<CallFailure> failure;
  /// What was wanting so that the batch was not tested, in a few words, if that is the failure:
  /// room for a buffer that goes beyond 4 GiB (MemoryKind::Far), or SPIR-V (ProgramFrom::Spirv).
  std::string lacking;
  std::vector<Damage> damages;
  /// The local size of the passes that have none of their own (local_size()); 0 before it is known.
  std::size_t local_size = 0;

  /// The memory of a case's tensor after the run: total_bytes() of the tensor, strided as its
  /// descriptor says.
  std::span<const std::byte> memory(std::size_t case_index, std::size_t place) const {
    return memories[case_index * tensor_count + place];
  }

  /// The same memory before the run. An output holds the poison that shows where nothing was
  /// written.
  std::span<const std::byte> before(std::size_t case_index, std::size_t place) const {
    return befores[case_index * tensor_count + place];
  }

  /// Takes out what a launch found. The lists keep their memory, and the local size stays.
  void clear() {
    failure.reset();
    lacking.clear();
    damages.clear();
    memories.clear();
    befores.clear();
  }

  std::size_t tensor_count = 0;
  std::vector<std::span<const std::byte>> memories, befores;
};

}  // namespace assay::opencl
