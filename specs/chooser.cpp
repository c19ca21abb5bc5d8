// Seeded choices scale random bits and do not reduce them modulo n. 64 random bits are a fraction,
// which is multiplied by n. The part before the point is the choice. The part behind the point
// serves the next choices while enough bits are left. The bias is negligible, and all numbers are
// integers.
#include "specs/chooser.h"

#include <bit>

namespace assay::specs {

std::uint64_t SeededChooser::below(std::uint64_t n) {
  if (n == 1) return 0;
  // This many bits must be left beyond those that a choice takes. They keep its bias below one in
  // 2^32, or below one in 2^64 / n if n is larger.
  constexpr unsigned kSpare = 32;
  const unsigned taken = static_cast<unsigned>(std::bit_width(n - 1));
  if (bits_ < taken + kSpare) {
    fraction_ = random_.next();
    bits_ = 64;
  }
  bits_ -= taken;
  const auto scaled = static_cast<unsigned __int128>(fraction_) * n;
  fraction_ = static_cast<std::uint64_t>(scaled);
  return static_cast<std::uint64_t>(scaled >> 64);
}

}  // namespace assay::specs
