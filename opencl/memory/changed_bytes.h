#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::opencl {

/// Bytes that changed and must not have: the first one, from where its owner says, and how many.
struct ChangedBytes {
  std::int64_t offset = 0;
  std::uint8_t expected = 0, came = 0;
  std::uint64_t count = 0;

  /// Adds a byte that changed, behind those that were added.
  void add(std::int64_t at, std::byte must_be, std::byte is) {
    if (count++ != 0) return;
    offset = at;
    expected = static_cast<std::uint8_t>(must_be);
    came = static_cast<std::uint8_t>(is);
  }
};

}  // namespace assay::opencl
