// The elements of each window are gathered, without those in the padding, and searched.
#include "ops/max_pooling.h"

#include <algorithm>

#include "ops/extremes.h"
#include "ops/sliding_window.h"

namespace assay::ops {
namespace {

/// Permits the values that the greatest element may have. A device that flushes denormals may take
/// any of them and of the zeros for the greatest, and may write a zero for it.
void permit_value(PermittedTensor& values, std::uint64_t position, std::uint64_t greatest,
                  std::span<const std::uint64_t> elements, bool flush) {
  set_bits(values.type, values.bytes, position, greatest);
  if (!flush || order_key(values.type, greatest, ZeroOrder::Flushed) != 0) return;
  std::vector<std::uint64_t> choices{0, 0x8000'0000};
  for (const std::uint64_t bits : elements)
    if (order_key(values.type, bits, ZeroOrder::Flushed) == 0) choices.push_back(bits);
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  permit_one_of(values, position, choices);
}

}  // namespace

void permit_max_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const Signature& signature = *problem.descriptor.signature;
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  PermittedTensor& values = permitted.tensor(signature, "OutputTensor");
  PermittedTensor* indices = nullptr;
  if (signature.find("OutputIndicesTensor") && problem.present("OutputIndicesTensor"))
    indices = &permitted.tensor(signature, "OutputIndicesTensor");
  values.zeros_equal = is_float(input.type);
  const bool flush = model.flush32 && input.type == DataType::FLOAT32;
  const auto orders = zero_orders(input.type, model);

  std::vector<std::uint64_t> elements, found;
  PoolingWindow(problem).each([&](std::uint64_t position, const std::vector<std::uint64_t>& at) {
    elements.clear();
    bool nan = false;
    for (const std::uint64_t element : at) {
      elements.push_back(bits_at(input.type, data, element));
      nan |= is_nan(input.type, elements.back());
    }
    if (nan || elements.empty()) {
      permit_anything(values, position);
      if (indices) permit_anything(*indices, position);
      return;
    }
    find_extremes(input.type, elements, orders, true, false, found);
    permit_value(values, position, elements[found[0]], elements, flush);
    for (std::uint64_t& index : found) index = at[index];
    if (indices && found.size() == 1) set_bits(indices->type, indices->bytes, position, found[0]);
    if (indices && found.size() > 1) permit_one_of(*indices, position, found);
  });
}

}  // namespace assay::ops
