// output[c] = input[start + stride · c]. start is at the window's end if the stride is negative.
#include "ops/copy_window.h"

namespace assay::ops::oracles {

void slice1(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const List& strides = problem.list("InputWindowStrides");
  copy_window(problem,
              Window(problem.tensor("InputTensor").sizes, problem.tensor("OutputTensor").sizes,
                     window_start(problem.list("InputWindowOffsets"),
                                  problem.list("InputWindowSizes"), strides),
                     strides),
              permitted);
}

}  // namespace assay::ops::oracles
