// Value, converted to the type of the output, stands on one diagonal, and zeros everywhere else.
#include <algorithm>

#include "ops/converted_value.h"
#include "ops/diagonals.h"

namespace assay::ops::oracles {

void diagonal_matrix(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const std::int64_t offset = problem.value("Offset");
  const auto bits = converted_bits(out.type, problem.number("Value"), model);
  std::fill(out.bytes.begin(), out.bytes.end(), std::byte{0});
  each_on_diagonals(problem.tensor("OutputTensor").sizes,
                    [&](std::uint64_t position, std::int64_t diagonal) {
                      if (diagonal == offset) permit_converted(out, position, bits);
                    });
}

}  // namespace assay::ops::oracles
