#pragma once

#include <algorithm>
#include <vector>

namespace assay::ops {

/// The median of some numbers: the upper of two middle ones, and 0 if there are no numbers.
inline double median(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

}  // namespace assay::ops
