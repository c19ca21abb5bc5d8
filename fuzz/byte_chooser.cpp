// Turns bytes into choices. A choice among few takes one byte, so a fuzzer that changes one byte
// changes one choice. A byte that is smaller than n is the choice itself.
#include "fuzz/byte_chooser.h"

#include <algorithm>
#include <bit>

namespace assay::fuzz {

std::uint64_t ByteChooser::below(std::uint64_t n) {
  if (n == 1) return 0;
  const std::size_t width = (static_cast<std::size_t>(std::bit_width(n - 1)) + 7) / 8;
  const std::size_t there = std::min(width, bytes_.size() - at_);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < there; ++i) value |= std::uint64_t{bytes_[at_ + i]} << (8 * i);
  if (there > 0) choices_.push_back({n, at_, there});
  at_ += there;
  return value % n;
}

}  // namespace assay::fuzz
