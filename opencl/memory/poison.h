#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace assay::opencl {

/// Bytes for memory that a kernel must not use. Each byte depends on its position. Two seeds give
/// different bytes at every position.
class Poison {
 public:
  /// The bytes at the positions from 0 on and below `size`; zeros if there is no seed. Valid until
  /// the next call.
  std::span<const std::byte> bytes(std::optional<std::uint8_t> seed, std::size_t size);

 private:
  std::unique_ptr<std::uint64_t[]> words_;
  // How many words there is room for, and how many are made, for seed_.
  std::size_t capacity_ = 0, made_ = 0;
  std::optional<std::uint8_t> seed_;
};

}  // namespace assay::opencl
