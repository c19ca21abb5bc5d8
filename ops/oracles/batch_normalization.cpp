// output = ScaleTensor * ((InputTensor - MeanTensor) / sqrt(VarianceTensor + Epsilon)) + BiasTensor
//
// The two differences and sums are rounded, the root is within 3 ULP, the quotient within 2.5, and
// the product with the sum is rounded twice, or once where they are contracted. So the result is
// off by some 5 ULP of the product, and an ULP of itself; where the product and BiasTensor cancel,
// that is much of what is left. What doubles give for the whole is permitted as well.
#include <array>

#include "ops/broadcast.h"
#include "ops/interval_writer.h"
#include "ops/normalizing.h"

namespace assay::ops::oracles {

void batch_normalization(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  constexpr std::array kNames{"MeanTensor", "VarianceTensor", "ScaleTensor", "BiasTensor"};
  std::array<std::vector<std::uint64_t>, kNames.size()> positions;
  for (std::size_t k = 0; k < kNames.size(); ++k)
    positions[k] = broadcast_positions(input.sizes, problem.tensor(kNames[k]).sizes);
  const float epsilon = problem.number("Epsilon");
  const Normalizing normalizing(model.steps(output.type));
  output.zeros_equal = true;
  IntervalWriter writer(output, problem, model);
  const std::uint64_t size = output.size();
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto x = static_cast<float>(float_at(input.type, problem.input("InputTensor"), i));
    std::array<float, kNames.size()> of;
    for (std::size_t k = 0; k < of.size(); ++k)
      of[k] = static_cast<float>(float_at(input.type, problem.input(kNames[k]), positions[k][i]));
    const auto [mean, variance, scale, bias] = of;
    const double exact = (double{x} - mean) / std::sqrt(double{variance} + epsilon);
    const Interval deviation = normalizing.deviation(Interval::of(variance), epsilon);
    const Interval distance = normalizing.distance(Interval::of(x), Interval::of(mean));
    writer.write(i, normalizing.scaled(normalizing.divided(distance, deviation), scale, bias),
                 Normalizing::scaled_wide(exact, 0, scale, bias));
  }
}

}  // namespace assay::ops::oracles
