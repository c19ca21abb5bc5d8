// The input is copied, and PaddingMode says what stands around it: an element of the input, or
// PaddingValue, which is a FLOAT whatever the tensors' type. A value that the type does not have
// permits both that are beside it.
#include "ops/converted_value.h"
#include "ops/padding_source.h"

namespace assay::ops::oracles {

void padding(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const auto bits = converted_bits(out.type, problem.number("PaddingValue"), model);
  for (const std::uint64_t position : permit_padded(problem, out))
    permit_converted(out, position, bits);
}

}  // namespace assay::ops::oracles
