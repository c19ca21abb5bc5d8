// output = input; output[indices[p], …] = updates[p, …]
#include "ops/index_tuples.h"
#include "ops/scattered_rows.h"

namespace assay::ops::oracles {

void scatter_nd(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const IndexTuples tuples(problem);
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.bytes = problem.input("InputTensor");
  overwrite_rows(
      problem.input("UpdatesTensor"), tuples.rows, tuples.length,
      [&](const auto& visit) { tuples.each(visit); }, output);
}

}  // namespace assay::ops::oracles
