#pragma once

#include <cstdint>

namespace assay::specs {

/// A well-mixed 64-bit hash of a number (SplitMix64's finalizer).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// SplitMix64's step: mix(key), mix(key + kStep), mix(key + 2 * kStep), … are random numbers.
constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;

}  // namespace assay::specs
