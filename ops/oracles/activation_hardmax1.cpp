// output[sequence, i] = i is the first of the largest in the sequence ? 1 : 0, where the elements
// of a sequence differ in the dimensions that Axes names
#include "ops/hardmax.h"

namespace assay::ops::oracles {

void activation_hardmax1(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  InlineList<bool, kMaxEntries> reduced(input.sizes.size(), false);
  for (const std::int64_t axis : problem.list("Axes"))
    reduced[static_cast<std::size_t>(axis)] = true;
  Hardmax(input, problem.input("InputTensor"), model, reduced,
          permitted.tensor(*problem.descriptor.signature, "OutputTensor"))
      .permit();
}

}  // namespace assay::ops::oracles
