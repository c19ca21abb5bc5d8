// output = input * Scale + Bias[channel], where the product may be rounded or not
#include <array>

#include "ops/formula_writer.h"

namespace assay::ops::oracles {

void value_scale_2d(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  static const std::array<std::string, 3> kNames{"x", "scale", "bias"};
  static const Formula kFormula = Formula::parse("x * scale + bias", kNames);
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const std::vector<float> bias = problem.numbers("Bias");
  const double scale = problem.number("Scale");
  const auto plane = static_cast<std::uint64_t>(input.sizes[2] * input.sizes[3]);
  FormulaWriter writer(kFormula, model, output);
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const std::uint64_t channel = i / plane % bias.size();
    writer.write(i, std::array{float_at(input.type, data, i), scale, double{bias[channel]}});
  }
}

}  // namespace assay::ops::oracles
