// Each output is copied from its place along Axis.
#include <cstring>

#include "ops/parts.h"
#include "ops/permitted.h"

namespace assay::ops::oracles {

void split(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const Signature& signature = *problem.descriptor.signature;
  const Bytes& whole = problem.input("InputTensor");
  each_run_of_parts(problem, "OutputTensors", "InputTensor",
                    [&](std::size_t k, std::size_t part_at, std::size_t at, std::size_t bytes) {
                      Bytes& part = permitted.tensor(signature, "OutputTensors", k).bytes;
                      std::memcpy(part.data() + part_at, whole.data() + at, bytes);
                    });
}

}  // namespace assay::ops::oracles
