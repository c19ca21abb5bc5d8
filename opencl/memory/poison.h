#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace assay::opencl {

/// Bytes coded by their position, for memory that a kernel has no business with. Of two seeds the
/// bytes differ at every position.
class Poison {
 public:
  /// The bytes at the positions from 0 to `size`, zeros without a seed. Valid until the next call.
  std::span<const std::byte> bytes(std::optional<std::uint8_t> seed, std::size_t size);

 private:
  std::unique_ptr<std::uint64_t[]> words_;
  // So many words of those are made, for this seed.
  std::size_t capacity_ = 0, made_ = 0;
  std::optional<std::uint8_t> seed_;
};

}  // namespace assay::opencl
