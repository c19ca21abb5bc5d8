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

/// Bytes that a batch changed and must not have: the first ones of a region, and how many.
struct Damage {
  enum class What : std::uint8_t {
    GuardBefore,
    GuardAfter,
    InputChanged,
    ScratchBefore,
    ScratchAfter,
    DescriptorChanged,
    /// No damage by this launch alone: of two with different poison an answer differed.
    PoisonRead,
    /// A scalar argument did not come as it was given; no memory of the batch was damaged.
    ArgumentChanged,
  };
  What what;
  /// Of the batch. For guards the nearest case; for what lies behind all descriptors the last one.
  std::size_t case_index;
  /// A tensor's place, a scratch's number in the variant, an argument's; 0 for descriptors.
  std::size_t place;
  /// The tensor member, the scratch, the scalar argument, or `cases`.
  std::string name;
  /// Bytes from the tensor's (scratch's, descriptor's, argument's) first byte; negative before it.
  std::int64_t offset;
  std::uint8_t expected, came;
  /// Damaged bytes in the region.
  std::uint64_t count;

  friend bool operator==(const Damage&, const Damage&) = default;
};

/// `guard before`, `input changed`, …
std::string_view name_of(Damage::What what);

/// What came of a batch. Spans into the launcher's memory, valid until its next launch.
struct BatchOutcome {
  /// Where set, there are no outputs.
  std::optional<CallFailure> failure;
  std::vector<Damage> damages;

  /// The memory of a case's tensor after the run: total_bytes() of it, strided as described.
  std::span<const std::byte> memory(std::size_t case_index, std::size_t place) const {
    return memories[case_index * tensor_count + place];
  }

  /// The same before the run: of an output the poison that shows where nothing was written.
  std::span<const std::byte> before(std::size_t case_index, std::size_t place) const {
    return befores[case_index * tensor_count + place];
  }

  std::size_t tensor_count = 0;
  std::vector<std::span<const std::byte>> memories, befores;
};

}  // namespace assay::opencl
