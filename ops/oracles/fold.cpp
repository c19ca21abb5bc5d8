// output[batch, channel, at] = Σ input[batch, channel · elements of the window + w, place] over all
// w and places that meet at `at`
//
// The terms of each element are gathered first, since a sum is bounded by all its terms. FLOAT16 is
// added up in FLOAT32, and rounded once; where the arithmetic is free, in FLOAT16 or any wider
// format.
#include "ops/patches.h"
#include "ops/permitted.h"
#include "ops/sum_bounds.h"

namespace assay::ops::oracles {

void fold(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const Bytes& data = problem.input("InputTensor");
  std::vector<std::vector<double>> terms(output.size());
  each_pair(problem, "OutputTensor", "InputTensor", [&](std::uint64_t image, std::uint64_t patch) {
    terms[image].push_back(float_at(output.type, data, patch));
  });
  output.zeros_equal = true;
  output.low.resize(output.size());
  output.high.resize(output.size());
  output.also.resize(output.size());
  const Summation summation = Summation::of(output.type, model);
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    SumBounds bounds(summation, 1);
    for (const double term : terms[i]) bounds.add({&term, 1});
    bounds.write(&output.low[i], &output.high[i], &output.also[i]);
  }
}

}  // namespace assay::ops::oracles
