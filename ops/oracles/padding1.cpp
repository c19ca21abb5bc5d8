// The input is copied, and PaddingMode says what stands around it: an element of the input, or
// PaddingValue, which has the tensors' type.
#include "ops/padding_source.h"

namespace assay::ops::oracles {

void padding1(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  for (const std::uint64_t position : permit_padded(problem, out))
    set_bits(out.type, out.bytes, position, problem.bits("PaddingValue"));
}

}  // namespace assay::ops::oracles
