// output = 0; output[indices[i]] = input[i], where elements are counted over the whole output
//
// An index outside names no element.
#include "ops/index_view.h"
#include "ops/scattered_rows.h"

namespace assay::ops::oracles {

void max_unpooling(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  std::fill(output.bytes.begin(), output.bytes.end(), std::byte{0});
  const auto each = [&](const auto& visit) {
    with_indices(problem.tensor("IndicesTensor").type, problem.input("IndicesTensor"),
                 [&](auto indices) {
                   for (std::uint64_t i = 0; i < indices.size(); ++i)
                     if (static_cast<std::uint64_t>(indices[i]) < output.size())
                       visit(i, static_cast<std::uint64_t>(indices[i]));
                 });
  };
  overwrite_rows(problem.input("InputTensor"), output.size(), 1, each, output);
}

}  // namespace assay::ops::oracles
