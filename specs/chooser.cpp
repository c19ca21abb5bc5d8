// Seeded choices. 64 random bits are a fraction, which is scaled rather than reduced: what lies
// before its point is the choice, what lies behind it serves the next ones while enough bits are
// left. No bias worth a name, and integers only.
#include "specs/chooser.h"

#include <bit>

namespace assay::specs {

std::uint64_t SeededChooser::below(std::uint64_t n) {
  if (n == 1) return 0;
  // Beyond what a choice takes: its bias is less than one in 2^32 (in 2^64 / n where n is larger).
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
