#include "conformance/find/shrink_list.h"

#include <algorithm>
#include <numeric>

namespace assay::conformance {

std::vector<std::size_t> shrink_list(
    std::size_t count, const std::function<bool(const std::vector<std::size_t>&)>& interesting) {
  std::vector<std::size_t> kept(count);
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  for (std::size_t chunk = (count + 1) / 2; chunk > 0;) {
    bool removed = false;
    for (std::size_t at = 0; at < kept.size() && kept.size() > 1;) {
      std::vector<std::size_t> fewer = kept;
      const std::size_t end = std::min(at + chunk, kept.size());
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(end));
      if (!fewer.empty() && interesting(fewer)) {
        kept = std::move(fewer);
        removed = true;
      } else {
        at += chunk;
      }
    }
    if (!removed) chunk /= 2;
  }
  return kept;
}

}  // namespace assay::conformance
