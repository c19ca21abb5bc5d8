// Each input is copied to its place along Axis.
#include <cstring>

#include "ops/parts.h"
#include "ops/permitted.h"

namespace assay::ops::oracles {

void join(const Problem& problem, const FloatModel&, Permitted& permitted) {
  Bytes& whole = permitted.tensor(*problem.descriptor.signature, "OutputTensor").bytes;
  each_run_of_parts(problem, "InputTensors", "OutputTensor",
                    [&](std::size_t k, std::size_t part_at, std::size_t at, std::size_t bytes) {
                      std::memcpy(whole.data() + at,
                                  problem.input("InputTensors", k).data() + part_at, bytes);
                    });
}

}  // namespace assay::ops::oracles
