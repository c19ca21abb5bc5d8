// output = log(exp(x) / sum of exp(x)), over each sequence along Axes
#include "ops/softmax.h"

namespace assay::ops::oracles {

void activation_log_softmax1(const Problem& problem, const FloatModel& model,
                             Permitted& permitted) {
  permit_softmax(problem, model, problem.list("Axes"), SoftmaxForm::Logarithm, permitted);
}

}  // namespace assay::ops::oracles
