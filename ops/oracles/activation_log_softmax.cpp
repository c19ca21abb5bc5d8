// output = log(exp(x) / sum of exp(x)), over each row
#include "ops/softmax.h"

namespace assay::ops::oracles {

void activation_log_softmax(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_softmax(problem, model,
                 {static_cast<std::int64_t>(problem.tensor("InputTensor").sizes.size()) - 1},
                 SoftmaxForm::Logarithm, permitted);
}

}  // namespace assay::ops::oracles
