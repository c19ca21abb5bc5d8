// Every word is a hash of its position, so both bytes copied from elsewhere in poisoned memory and
// invented bytes are noticed. The seed flips the same bits in every word.

#include "opencl/memory/poison.h"

#include "ops/hash.h"

namespace assay::opencl {

std::span<const std::byte> Poison::bytes(std::optional<std::uint64_t> seed, std::size_t size) {
  const std::size_t words = (size + 7) / 8;
  while (plain_.size() < words) plain_.push_back(ops::random_at(0, plain_.size() + 1));
  if (seed != seed_) made_ = 0;
  seed_ = seed;
  if (words_.size() < words) words_.resize(plain_.size());
  for (; made_ < words; ++made_) words_[made_] = seed ? plain_[made_] ^ *seed : 0;
  return {reinterpret_cast<const std::byte*>(words_.data()), size};
}

}  // namespace assay::opencl
