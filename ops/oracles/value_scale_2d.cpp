// output = input * Scale + Bias[channel], where the product may be rounded or not
//
// The bound, where x, s and b are exact in FLOAT32:
// 1. FP_CONTRACT is on, so that a device computes fl(x s + b), or fl(fl(x s) + b). The OpenCL C
//    specification has sums, products and fma rounded correctly: there are these two values.
// 2. The product has an error of at most half an ULP of x s. Where the bias cancels it, that is
//    many ULP of the result; so the two values are computed, and no bound in ULP of the result is
//    taken.
// 3. Between them lie the values of a product that keeps more digits; the interval of both ends is
//    permitted.
// 4. FLOAT16 is rounded once more, to nearest, which is monotone: both ends are rounded. The
//    correctly rounded value of the whole formula is permitted as well.
// 5. Denormal operands, products and sums may become zeros where the device flushes them.
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
