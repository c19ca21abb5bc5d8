// Seeded choices. The 64 random bits are scaled rather than reduced: no modulo bias worth a name,
// and integers only.
#include "specs/chooser.h"

namespace assay::specs {

std::uint64_t SeededChooser::below(std::uint64_t n) {
  if (n == 1) return 0;
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(random_.next()) * n) >> 64);
}

}  // namespace assay::specs
