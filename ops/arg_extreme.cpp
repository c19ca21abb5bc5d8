// The input is walked twice: over the coordinates of the output and, from each, over those of the
// axes, in row-major order.
#include "ops/arg_extreme.h"

#include <algorithm>

#include "ops/extremes.h"

namespace assay::ops {
namespace {

/// The offsets of a packed tensor's elements along the dimensions for which `is_walked`, and at 0
/// in all others.
template <class Is>
std::vector<std::uint64_t> offsets_along(const List& sizes, const Is& is_walked) {
  TensorDesc walked;
  walked.strided = true;
  walked.strides = packed_strides(sizes);
  walked.sizes = sizes;
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (!is_walked(static_cast<std::int64_t>(d))) walked.sizes[d] = 1;
  std::vector<std::uint64_t> offsets;
  for (Walk walk(walked); !walk.done(); walk.next())
    for (std::uint64_t i = 0; i < walk.run(); ++i)
      offsets.push_back(walk.offset() + i * walk.step());
  return offsets;
}

}  // namespace

void permit_arg_extreme(const Problem& problem, const FloatModel& model, bool greatest,
                        Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const List& axes = problem.list("Axes");
  const bool last = problem.is("AxisDirection", "DECREASING");
  const auto is_axis = [&](std::int64_t d) {
    return std::find(axes.begin(), axes.end(), d) != axes.end();
  };
  const auto starts = offsets_along(input.sizes, [&](std::int64_t d) { return !is_axis(d); });
  const auto steps = offsets_along(input.sizes, is_axis);
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
