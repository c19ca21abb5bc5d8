// output[row, i] = i is the first of the largest in the row ? 1 : 0
#include "ops/hardmax.h"

namespace assay::ops::oracles {

void activation_hardmax(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  Hardmax(input, problem.input("InputTensor"), model,
          {static_cast<std::int64_t>(input.sizes.size()) - 1},
          permitted.tensor(*problem.descriptor.signature, "OutputTensor"))
      .permit();
}

}  // namespace assay::ops::oracles
