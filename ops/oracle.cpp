// An oracle is found by name in the table that the build writes, with one row for each file in
// ops/oracles.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "ops/permitted.h"
#include "oracle_table.inc"

namespace assay::ops {

Oracle oracle_of(std::string_view operator_name) {
  for (const auto& [name, oracle] : kOracles)
    if (name == operator_name) return oracle;
  return nullptr;
}

bool knows_halves(const Signature& signature) {
  constexpr std::string_view kOthers[] = {"activation_log_softmax",
                                          "activation_log_softmax1",
                                          "activation_softmax",
                                          "activation_softmax1",
                                          "average_pooling",
                                          "average_pooling1",
                                          "batch_normalization",
                                          "convolution",
                                          "cumulative_product",
                                          "cumulative_summation",
                                          "gemm",
                                          "local_response_normalization",
                                          "lp_normalization",
                                          "lp_pooling",
                                          "lp_pooling1",
                                          "mean_variance_normalization",
                                          "mean_variance_normalization1",
                                          "reduce"};
  return signature.formula ||
         std::ranges::find(kOthers, signature.implementation()) != std::end(kOthers);
}

void ask(Oracle oracle, const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const Descriptor& descriptor = problem.descriptor;
  permitted.tensors.resize(descriptor.tensors.size());
  for (std::size_t place = 0; place < descriptor.tensors.size(); ++place) {
    const bool is_output = descriptor.signature->tensor_at(place).kind == Kind::Output;
    const TensorDesc& tensor = descriptor.tensors[place];
    PermittedTensor& p = permitted.tensors[place];
    p.type = tensor.type;
    p.bytes.resize(is_output ? elements_of(tensor) * size_of(tensor.type) : 0);
    p.zeros_equal = false;
    p.one_of.clear();
    p.alternatives.clear();
    p.any.clear();
    p.low.clear();
    p.high.clear();
    p.also.clear();
  }
  oracle(problem, model, permitted);
}

}  // namespace assay::ops
