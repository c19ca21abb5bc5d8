// output = input; output[outer, indices[outer, i, inner], inner] = updates[outer, i, inner]
//
// So each update is a row of one element. An index outside names no element.
#include "ops/axis_view.h"
#include "ops/index_view.h"
#include "ops/scattered_rows.h"

namespace assay::ops::oracles {

void scatter(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const auto axis = static_cast<std::size_t>(problem.value("Axis"));
  const TensorDesc& indices = problem.tensor("IndicesTensor");
  const AxisView around(problem.tensor("InputTensor").sizes, axis);
  const auto length = static_cast<std::uint64_t>(around.length),
             inner = static_cast<std::uint64_t>(around.inner),
             picked = static_cast<std::uint64_t>(indices.sizes[axis]) * inner;
  const auto each = [&](const auto& visit) {
    with_indices(indices.type, problem.input("IndicesTensor"), [&](auto all) {
      for (std::uint64_t i = 0; i < all.size(); ++i)
        if (const std::uint64_t at = wrapped(all[i], length); at < length)
          visit(i, (i / picked * length + at) * inner + i % inner);
    });
  };
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.bytes = problem.input("InputTensor");
  overwrite_rows(problem.input("UpdatesTensor"), output.size(), 1, each, output);
}

}  // namespace assay::ops::oracles
