// Every word is a hash of its position, so both bytes copied from elsewhere in poisoned memory and
// invented bytes are noticed. The seed flips the same bits in every byte, so two seeds differ in
// every byte.

#include "opencl/memory/poison.h"

#include <algorithm>

#include "ops/hash.h"

namespace assay::opencl {

std::span<const std::byte> Poison::bytes(std::optional<std::uint8_t> seed, std::size_t size) {
  const std::size_t words = (size + 7) / 8;
  if (words > capacity_) {
    capacity_ = std::max(words, capacity_ * 2);
    words_ = std::make_unique_for_overwrite<std::uint64_t[]>(capacity_);
    made_ = 0;
  }
  if (seed != seed_) made_ = 0;
  seed_ = seed;
  const std::uint64_t flips = std::uint64_t{0x0101010101010101} * seed.value_or(0);
  for (; made_ < words; ++made_) words_[made_] = seed ? ops::random_at(0, made_ + 1) ^ flips : 0;
  return {reinterpret_cast<const std::byte*>(words_.get()), size};
}

}  // namespace assay::opencl
