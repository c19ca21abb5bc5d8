// The input is walked twice: over the coordinates of the output and, from each, over those of the
// axes, in row-major order.
#include "ops/arg_extreme.h"

#include "ops/extremes.h"
#include "ops/reduced_axes.h"

namespace assay::ops {
void permit_arg_extreme(const Problem& problem, const FloatModel& model, bool greatest, bool last,
                        Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const auto& [starts, steps] = ReducedAxes(input.sizes, problem.list("Axes"));
  const auto orders = zero_orders(input.type, model);
  std::vector<std::uint64_t> elements(steps.size()), indices;
  for (std::uint64_t position = 0; position < starts.size(); ++position) {
    bool nan = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      elements[i] = bits_at(input.type, data, starts[position] + steps[i]);
      nan |= is_nan(input.type, elements[i]);
    }
    if (nan) {
      permit_anything(out, position);
      continue;
    }
    find_extremes(input.type, elements, orders, greatest, last, indices);
    if (indices.size() == 1)
      set_bits(out.type, out.bytes, position, indices[0]);
    else
      permit_one_of(out, position, indices);
  }
}

}  // namespace assay::ops
