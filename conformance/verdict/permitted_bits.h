#pragma once

#include <cstdint>
#include <vector>

#include "conformance/verdict/leniency.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// The bit patterns from `from` to `to`, both included.
struct BitRange {
  std::uint64_t from, to;
  friend bool operator==(const BitRange&, const BitRange&) = default;
};

/// The bit patterns that accepts() takes as right at a position, as ranges with which a program in
/// any language can compare an answer. Empty where every pattern is right.
std::vector<BitRange> permitted_bits(const ops::PermittedTensor& permitted,
                                     const Leniency& leniency, std::uint64_t position);

}  // namespace assay::conformance
