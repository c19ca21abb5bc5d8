// One search for each order.
#include "ops/extremes.h"

#include <algorithm>

namespace assay::ops {
namespace {

/// The index of the extreme of some elements; of equal ones the first or the last.
std::uint64_t extreme(DataType type, std::span<const std::uint64_t> elements, ZeroOrder zeros,
                      bool greatest, bool last) {
  std::uint64_t found = 0;
  std::int64_t best = order_key(type, elements[0], zeros);
  for (std::uint64_t i = 1; i < elements.size(); ++i) {
    const std::int64_t key = order_key(type, elements[i], zeros);
    if (greatest ? key > best : key < best) {
      best = key;
      found = i;
    } else if (last && key == best) {
      found = i;
    }
  }
  return found;
}

}  // namespace

void find_extremes(DataType type, std::span<const std::uint64_t> elements,
                   std::span<const ZeroOrder> orders, bool greatest, bool last,
                   std::vector<std::uint64_t>& indices) {
  indices.clear();
  for (const ZeroOrder zeros : orders)
    indices.push_back(extreme(type, elements, zeros, greatest, last));
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

}  // namespace assay::ops
