// AVERAGE: Σ x / n over the elements x in a place of the window. The sum is that of sum_interval.h:
// within (n - 1)·2^-24 of the sum of magnitudes, in any order, and exact where nothing rounds. The
// quotient has 2.5 ULP. n counts the window's elements, or those that are no padding.
//
// LP: the root of Σ |x|^P. A P of 1 adds magnitudes, which is such a sum. A P of 2 adds squares,
// fused or not: within n·2^-24; then sqrt has 3 ULP. Any other P has 16 ULP for each power pow(|x|,
// P), then (n - 1)·2^-24 for the sum, 2.5 ULP for 1 / P, and 16 ULP for pow(sum, 1 / P). FLOAT16 is
// computed in FLOAT32, and rounded once more; where the arithmetic is free, each result may be
// rounded to FLOAT16, and in halves the functions have the limits of these (float_steps.h).
#include "ops/pooling.h"

#include <cmath>

#include "ops/arithmetic/float_steps.h"
#include "ops/arithmetic/sum_interval.h"
#include "ops/interval_writer.h"
#include "ops/sliding_window.h"

namespace assay::ops {
namespace {

/// Calls pool(position, elements) for each position of the output, with the elements in its place
/// of the window.
template <class Pool>
void each_place(const Problem& problem, Pool&& pool) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  std::vector<float> elements;
  PoolingWindow(problem).each([&](std::uint64_t position, const std::vector<std::uint64_t>& at) {
    elements.clear();
    for (const std::uint64_t element : at)
      elements.push_back(static_cast<float>(float_at(input.type, data, element)));
    pool(position, std::span<const float>(elements));
  });
}

/// The norms of elements.
class Norm {
 public:
  Norm(std::int64_t p, const SumModel& model) : p_(p), steps_(model) {}

  Interval operator()(std::span<const float> elements) const {
    static const Builtin &sqrt = *builtin_named("sqrt"), &pow = *builtin_named("pow");
    IntervalSum sum(steps_.model());
    const Interval power = steps_.counted(static_cast<float>(p_));
    for (const float x : elements) {
      if (p_ == 1)
        sum.add(std::abs(x));
      else if (p_ == 2)
        sum.add_square(x);
      else
        sum.add(steps_.evaluate(pow, steps_.kept(std::abs(x)), power));
    }
    if (p_ == 1) return sum.result();
    if (p_ == 2) return steps_.evaluate(sqrt, sum.result());
    return steps_.evaluate(pow, sum.result(), steps_.quotient(Interval::of(1), power));
  }

  /// The norm in double precision.
  double exact(std::span<const float> elements) const {
    double sum = 0;
    for (const float x : elements) sum += std::pow(std::abs(static_cast<double>(x)), p_);
    return std::pow(sum, 1 / static_cast<double>(p_));
  }

 private:
  std::int64_t p_;
  FloatSteps steps_;
};

PermittedTensor& output_of_pooling(const Problem& problem, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.zeros_equal = true;
  return output;
}

}  // namespace

void permit_average_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = output_of_pooling(problem, permitted);
  IntervalWriter writer(output, model);
  const bool includes = problem.value("IncludePadding") != 0;
  const std::uint64_t window_size = *element_count(problem.list("WindowSize"));
  const FloatSteps steps(model.sums(output.type));
  each_place(problem, [&](std::uint64_t i, std::span<const float> elements) {
    IntervalSum sum(steps.model());
    sum.add_all(elements);
    const auto divisor = static_cast<float>(includes ? window_size : elements.size());
    const Interval average = steps.quotient(sum.result(), steps.counted(divisor));
    if (divisor == 0) permit_anything(output, i);
    // The sum may overflow where the average does not.
    writer.write(i, average, sum.high() / divisor, kSlackOfDoubles);
  });
}

void permit_lp_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = output_of_pooling(problem, permitted);
  IntervalWriter writer(output, model);
  const Norm norm(problem.value("P"), model.sums(output.type));
  each_place(problem, [&](std::uint64_t i, std::span<const float> elements) {
    writer.write(i, norm(elements), norm.exact(elements), kSlackOfDoubles);
  });
}

}  // namespace assay::ops
