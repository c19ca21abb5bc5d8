// output[c] = input[c mod InputTensor.Sizes]
//
// Each output dimension is two: the repeat, which does not move in the input, and the coordinate
// within it. So the output is a strided view of the input with up to twice as many dimensions.
#include "ops/permitted.h"

namespace assay::ops::oracles {

void tile(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const List& sizes = problem.tensor("InputTensor").sizes;
  const List& repeats = problem.list("Repeats");
  const List strides = packed_strides(sizes);
  TensorDesc repeated;
  repeated.type = problem.tensor("InputTensor").type;
  repeated.strided = true;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    repeated.sizes.push_back(repeats[i]);
    repeated.strides.push_back(0);
    repeated.sizes.push_back(sizes[i]);
    repeated.strides.push_back(strides[i]);
  }
  pack(repeated, problem.input("InputTensor"),
       permitted.tensor(*problem.descriptor.signature, "OutputTensor").bytes);
}

}  // namespace assay::ops::oracles
