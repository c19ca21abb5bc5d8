#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "ops/problem.h"

namespace assay::ops {

/// The elements of an input of FLOAT32 or FLOAT16, in row-major order. NaNs are quiet.
inline std::vector<float> float_elements(const Problem& problem, std::string_view name) {
  const TensorDesc& t = problem.tensor(name);
  const Bytes& data = problem.input(name);
  if (t.type == DataType::FLOAT32) {
    const auto all = view<float>(data);
    std::vector<float> elements(all.begin(), all.end());
    for (float& x : elements) x = x == x ? x : std::numeric_limits<float>::quiet_NaN();
    return elements;
  }
  std::vector<float> elements(elements_of(t));
  for (std::size_t i = 0; i < elements.size(); ++i)
    elements[i] = static_cast<float>(float_at(t.type, data, i));
  return elements;
}

}  // namespace assay::ops
