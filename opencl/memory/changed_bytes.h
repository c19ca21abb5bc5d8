#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::opencl {

/// Bytes that changed although they must not: the first one, and how many. The owner decides where
/// the offset counts from.
struct ChangedBytes {
  std::int64_t offset = 0;
  std::uint8_t expected = 0, came = 0;
  std::uint64_t count = 0;

  /// Adds a byte that changed. It must lie behind the bytes that were added before.
  void add(std::int64_t at, std::byte must_be, std::byte is) {
    if (count++ != 0) return;
    offset = at;
    expected = static_cast<std::uint8_t>(must_be);
    came = static_cast<std::uint8_t>(is);
  }
};

}  // namespace assay::opencl
