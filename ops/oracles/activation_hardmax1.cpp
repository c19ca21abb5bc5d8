// output[sequence, i] = i is the first of the largest in the sequence ? 1 : 0, where the elements
// of a sequence differ in the dimensions that Axes names
#include "ops/hardmax.h"

namespace assay::ops::oracles {

void activation_hardmax1(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  Hardmax(input, problem.input("InputTensor"), model, problem.list("Axes"),
          permitted.tensor(*problem.descriptor.signature, "OutputTensor"))
      .permit();
}

}  // namespace assay::ops::oracles
