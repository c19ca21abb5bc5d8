#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::opencl {

/// Bytes for memory that a kernel must not use. Each byte depends on its position, and on the byte
/// of the seed at that position modulo 8.
class Poison {
 public:
  /// The bytes at the positions from 0 on and below `size`; zeros if there is no seed. Valid until
  /// the next call.
  std::span<const std::byte> bytes(std::optional<std::uint64_t> seed, std::size_t size);

 private:
  // The words of the seed 0, and those of seed_.
  std::vector<std::uint64_t> plain_, words_;
  // How many of words_ are made.
  std::size_t made_ = 0;
  std::optional<std::uint64_t> seed_;
};

}  // namespace assay::opencl
