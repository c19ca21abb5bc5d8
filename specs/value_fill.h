#pragma once

#include <cstdint>
#include <span>

#include "ops/tensor.h"
#include "specs/case.h"

namespace assay::specs {

/// A well-mixed 64-bit hash of a number (SplitMix64's finalizer).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Fills `count` elements by position: element i depends on `key`, i and the type alone. `terms`
/// thins out special values, so that a sum of that many is not all NaN.
void fill_values(Fill fill, ops::DataType type, std::uint64_t key, std::int64_t terms,
                 std::uint64_t count, std::span<std::byte> out);

}  // namespace assay::specs
