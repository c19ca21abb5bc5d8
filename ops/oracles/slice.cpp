// output[c] = input[offset + stride · c]
#include "ops/copy_window.h"

namespace assay::ops::oracles {

void slice(const Problem& problem, const FloatModel&, Permitted& permitted) {
  copy_window(problem,
              Window(problem.tensor("InputTensor").sizes, problem.tensor("OutputTensor").sizes,
                     problem.list("Offsets"), problem.list("Strides")),
              permitted);
}

}  // namespace assay::ops::oracles
