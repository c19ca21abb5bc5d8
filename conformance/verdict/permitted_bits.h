#pragma once

#include <cstdint>
#include <vector>

#include "conformance/verdict/judge.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// Bit patterns from `from` to `to`, both included.
struct BitRange {
  std::uint64_t from, to;
  friend bool operator==(const BitRange&, const BitRange&) = default;
};

/// The bit patterns that are right at a position, as judging has it (accepts()): a list that any
/// program can compare with. Nothing where all are.
std::vector<BitRange> permitted_bits(const ops::PermittedTensor& permitted,
                                     const Leniency& leniency, std::uint64_t position);

}  // namespace assay::conformance
