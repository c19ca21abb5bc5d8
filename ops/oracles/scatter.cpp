// output = input; output[outer, indices[outer, i, inner], inner] = updates[outer, i, inner]
//
// So each update is a row of one element.
#include "ops/named_elements.h"
#include "ops/scattered_rows.h"

namespace assay::ops::oracles {

void scatter(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const auto each = [&](const auto& visit) { each_named_element(problem, visit); };
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.bytes = problem.input("InputTensor");
  overwrite_rows(problem.input("UpdatesTensor"), output.size(), 1, each, output);
}

}  // namespace assay::ops::oracles
