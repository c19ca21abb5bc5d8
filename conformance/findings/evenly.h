#pragma once

#include <cstdint>

namespace assay::conformance {

/// Of `all` things, `taken` are taken that lie evenly among them, the first one among these. Gives
/// how many of them are among the first `n`. There must be less than 2^64 pairs of a taken thing
/// and any other.
constexpr std::uint64_t evenly(std::uint64_t n, std::uint64_t taken, std::uint64_t all) {
  return all == 0 ? 0 : (n * taken + all - 1) / all;
}

}  // namespace assay::conformance
