// Of a sequence of n elements with the greatest element m, softmax is e / s and its logarithm is
// (x - m) - log(s), where e = exp(x - m), and s is the sum of all e.
//
// x - m is rounded once, so it is one float. exp is within 3 ULP, and exactly 1 at the greatest
// element, so that s is at least 1. s adds n values that are not negative, in any order: it is
// within (n - 1)·2^-24 of their sum, and exact where all elements are equal. The quotient is within
// 2.5 ULP, the logarithm within 3. Both x - m and -log(s) are at most 0, so nothing cancels. e and
// s are taken as independent, since a device may compute e anew. Nothing can be contracted. FLOAT16
// is computed in FLOAT32; where the arithmetic is free, each result may be rounded to FLOAT16, and
// in halves the functions have the limits of these (float_steps.h).
// Doubles give the exact result, off by what their exp and log are, and by what they round. Where
// the sum is near 1, a rounding of it is much of its logarithm.
#include "ops/softmax.h"

#include <cmath>

#include "ops/arithmetic/float_steps.h"
#include "ops/arithmetic/sum_interval.h"
#include "ops/float_elements.h"
#include "ops/interval_writer.h"
#include "ops/reduced_axes.h"

namespace assay::ops {
namespace {

/// The results of one sequence.
class SoftmaxSequence {
 public:
  SoftmaxSequence(SoftmaxForm form, const SumModel& model)
      : form_(form), steps_(model), flush_(model.denormals == Denormals::MayBeFlushed) {}

  /// Takes the elements of a sequence.
  void take(std::span<const float> elements) {
    static const Builtin &exp = *builtin_named("exp"), &log = *builtin_named("log");
    greatest_ = -INFINITY;
    bool has_nan = false;
    for (const float x : elements) {
      has_nan |= std::isnan(x);
      greatest_ = std::fmax(greatest_, x);
    }
    is_nan_ = has_nan || !std::isfinite(greatest_);
    if (is_nan_) return;
    const float smallest = steps_.model().smallest_normal;
    // A device that flushes may take any of several denormals for the greatest.
    const Interval greatest = flush_ && std::abs(greatest_) < smallest
                                  ? Interval::from_to(-smallest, smallest)
                                  : Interval::of(greatest_);
    differences_.clear();
    exponentials_.clear();
    IntervalSum sum(steps_.model());
    others_ = 0;
    bool is_greatest_left = true;
    for (const float x : elements) {
      differences_.push_back(steps_.kept(minus(steps_.kept(x), greatest)));
      exponentials_.push_back(steps_.evaluate(exp, differences_.back()));
      sum.add(exponentials_.back());
      if (is_greatest_left && x == greatest_)
        is_greatest_left = false;
      else
        others_ += std::exp(static_cast<double>(x) - static_cast<double>(greatest_));
    }
    sum_ = sum.result();
    if (form_ == SoftmaxForm::Logarithm) logarithm_ = steps_.evaluate(log, sum_);
  }

  /// What element k may become.
  Interval result(std::size_t k) const {
    if (is_nan_) return Interval::nan();
    if (form_ == SoftmaxForm::Logarithm) return steps_.kept(minus(differences_[k], logarithm_));
    return steps_.quotient(exponentials_[k], sum_);
  }

  /// What an element x comes to in double precision; NaN if it has no result.
  RealRange wide_result(float x) const {
    if (is_nan_) return {NAN, NAN};
    const double difference = static_cast<double>(x) - static_cast<double>(greatest_);
    if (form_ != SoftmaxForm::Logarithm)
      return off_by(std::exp(difference) / (1 + others_), kSlackOfDoubles);
    const double exact = difference - std::log1p(others_);
    // Each addition rounds the sum, which is at least 1. So its logarithm is never negative.
    const double rounding = static_cast<double>(differences_.size()) * 0x1p-52;
    const RealRange range = within(exact, std::abs(exact) * kSlackOfDoubles + rounding);
    return {range.low, std::min(range.high, difference)};
  }

 private:
  SoftmaxForm form_;
  FloatSteps steps_;
  bool flush_, is_nan_ = false;
  float greatest_ = 0;
  std::vector<Interval> differences_, exponentials_;
  /// Of the exponentials, and its logarithm.
  Interval sum_, logarithm_;
  /// The exact sum less the greatest element's 1.
  double others_ = 0;
};

}  // namespace

void permit_softmax(const Problem& problem, const FloatModel& model, const List& axes,
                    SoftmaxForm form, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const ReducedAxes sequences(input.sizes, axes);
  output.zeros_equal = true;
  IntervalWriter writer(output, model);
  SoftmaxSequence sequence(form, model.sums(output.type));
  const std::vector<float> all = float_elements(problem, "InputTensor");
  std::vector<float> room;
  for (std::size_t s = 0; s < sequences.starts.size(); ++s) {
    const std::uint64_t start = sequences.starts[s];
    const std::span<const float> elements = sequences.sequence(all, s, room);
    sequence.take(elements);
    for (std::size_t k = 0; k < elements.size(); ++k)
      writer.write(start + sequences.steps[k], sequence.result(k),
                   sequence.wide_result(elements[k]));
  }
}

}  // namespace assay::ops
