// output = x / norm, where norm is the sum of magnitudes along Axis (P = 1), or the root of the sum
// of squares (P = 2)
//
// The sum of n terms, in any order, with squares contracted or not, is within (n - 1)·2^-24
// (squares: n·2^-24) of the exact one, and exact where nothing is rounded (sum_interval.h). The
// root is within 3 ULP, the quotient within 2.5. Nothing cancels, so that the result is off by some
// n / 2 + 4 ULP. How Epsilon enters is documented nowhere, so three readings are permitted, and
// what lies between them: the greater of norm and Epsilon, their sum, and the root of a sum with
// Epsilon.
#include <cmath>

#include "ops/arithmetic/float_steps.h"
#include "ops/arithmetic/sum_interval.h"
#include "ops/float_elements.h"
#include "ops/interval_writer.h"
#include "ops/reduced_axes.h"

namespace assay::ops::oracles {
namespace {

/// What a norm may be; the greater of the exact norm and Epsilon; and what the steps behind a wider
/// sum may be off by.
struct LpNorm {
  Interval set;
  double exact, slack;
};

LpNorm lp_norm_of(std::span<const float> elements, bool of_squares, float epsilon,
                  const FloatSteps& steps) {
  static const Builtin& sqrt = *builtin_named("sqrt");
  IntervalSum sum(steps.model());
  double exact = 0;
  for (const float x : elements) {
    if (of_squares)
      sum.add_square(x);
    else
      sum.add(std::abs(x));
    exact += of_squares ? static_cast<double>(x) * static_cast<double>(x) : std::abs(x);
  }
  const Interval total = sum.result(), least = steps.kept(epsilon);
  const auto root = [&](const Interval& x) { return of_squares ? steps.evaluate(sqrt, x) : x; };
  const Interval norm = root(total);
  const Truth is_less_than_least = is_less(norm, least);
  LpNorm all{chosen(is_less_than_least, least, norm),
             std::max<double>(of_squares ? std::sqrt(exact) : exact, epsilon), kSlackOfDoubles};
  // A sum of magnitudes does not underflow.
  if (is_lost(total, of_squares ? exact : 0, double{epsilon} * epsilon))
    all.slack = kSlackBehindWideSum;
  all.set.add(steps.kept(plus(norm, least)));
  all.set.add(root(steps.kept(plus(total, least))));
  return all;
}

}  // namespace

void lp_normalization(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const ReducedAxes sequences(input.sizes, {problem.value("Axis")});
  const bool of_squares = problem.value("P") == 2;
  const float epsilon = problem.number("Epsilon");
  output.zeros_equal = true;
  IntervalWriter writer(output, model);
  const FloatSteps steps(model.sums(output.type));
  const std::vector<float> all = float_elements(problem, "InputTensor");
  std::vector<float> room;
  for (std::size_t s = 0; s < sequences.starts.size(); ++s) {
    const std::uint64_t start = sequences.starts[s];
    const std::span<const float> elements = sequences.sequence(all, s, room);
    const LpNorm norm = lp_norm_of(elements, of_squares, epsilon, steps);
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const Interval result = steps.quotient(steps.kept(elements[k]), norm.set);
      writer.write(start + sequences.steps[k], result,
                   off_by(elements[k] / norm.exact, norm.slack));
    }
  }
}

}  // namespace assay::ops::oracles
