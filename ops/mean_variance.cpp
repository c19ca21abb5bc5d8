// The kernels take mean and variance by one of two texts, and what either gives is permitted.
//
// Two passes: the mean is a sum of n elements in any order, divided by n within 2.5 ULP; the
// variance is a sum of squares (x - mean)^2 in any order, contracted or not, divided likewise. With
// d the error of the mean, each distance is off by d, and the variance relatively by about
// 2·d / deviation + n·2^-24, where d is up to n·2^-24 of the mean magnitude.
//
// Welford: with D_k the distance of element k from the mean m of those before it, m moves by
// D_k / k, and D_k·(x - m) is added. Let δ bound the error of m. A step keeps (1 - 1/k)·δ of it,
// adds (2^-24 + 2.5·2^-23)·|D_k| / k, and rounds m. The error of a product is that of its
// distances, each off by δ and a rounding; it is rounded once or twice as it is added. All errors
// are summed up in double precision, beside the exact recurrence, whose own error 2^-48 of the
// elements covers.
//
// Where the mean is far from zero and the elements are near each other, both are wide.
#include "ops/mean_variance.h"

#include <algorithm>
#include <cmath>

#include "ops/arithmetic/sum_interval.h"
#include "ops/broadcast.h"
#include "ops/float_elements.h"
#include "ops/interval_writer.h"
#include "ops/normalizing.h"
#include "ops/reduced_axes.h"

namespace assay::ops {
namespace {

struct MeanAndVariance {
  Interval mean, variance;
};

MeanAndVariance by_two_passes(std::span<const float> elements, const Normalizing& normalizing) {
  const FloatSteps& steps = normalizing.steps();
  const Interval n = steps.counted(static_cast<float>(elements.size()));
  IntervalSum sum(steps.model()), squares(steps.model());
  sum.add_all(elements);
  const Interval mean = steps.quotient(sum.result(), n);
  for (const float x : elements) squares.add_square(normalizing.distance(Interval::of(x), mean));
  return {mean, steps.quotient(squares.result(), n)};
}

/// What Welford's method may give for elements whose magnitudes are below 2^126.
MeanAndVariance by_welford(std::span<const float> elements, bool flush,
                           const Normalizing& normalizing) {
  constexpr double kRounding = 0x1p-24, kDivision = 2.5 * 0x1p-23, kDoubles = 0x1p-48;
  /// What an operation may lose to a denormal that is flushed, or whose ULP is large.
  const double tiny = flush ? 8 * 0x1p-126 : 4 * 0x1p-149;
  double mean = elements[0], mean_error = flush ? 0x1p-126 : 0, squares = 0, squares_error = 0;
  for (std::size_t k = 1; k < elements.size(); ++k) {
    const double x = elements[k], count = static_cast<double>(k + 1);
    const double before = x - mean;
    // Where nothing was rounded and nothing moves, the mean stays what it is.
    if (before == 0 && mean_error == 0) continue;
    const double next = mean + before / count;
    const double magnitude = std::abs(before) + mean_error;
    const double step = (kRounding + kDivision) * (1 + 0x1p-20) * magnitude / count + tiny;
    const double unrounded =
        mean_error * (1 - 1 / count) + step + kDoubles * (std::abs(x) + std::abs(mean));
    const double next_error = unrounded + kRounding * (std::abs(next) + unrounded) + tiny;
    const double behind = x - next;
    const double before_error = mean_error + kRounding * magnitude + tiny;
    const double behind_error = next_error + kRounding * (std::abs(behind) + next_error) + tiny;
    const double product = before * behind;
    const double most = (std::abs(before) + before_error) * (std::abs(behind) + behind_error);
    const double product_error = most - std::abs(product) + kRounding * most + tiny;
    squares += product;
    squares_error += product_error + kDoubles * std::abs(product);
    squares_error += kRounding * (squares + squares_error) + tiny;
    mean = next;
    mean_error = next_error;
  }
  const Interval sum =
      within_ulps({std::max(0.0, squares - squares_error), squares + squares_error}, 0);
  return {normalizing.kept(within_ulps({mean - mean_error, mean + mean_error}, 0)),
          normalizing.kept(
              quotient(normalizing.kept(sum), Interval::of(static_cast<float>(elements.size()))))};
}

/// What Welford's method may give where distances may overflow.
MeanAndVariance by_welford_of_large(std::span<const float> elements) {
  std::uint32_t infinities = 0;
  for (const float x : elements)
    if (std::isinf(x)) infinities |= Interval::of(x).flags;
  if (infinities == 0) return {Interval::everything(), Interval::everything()};
  return {Interval{.flags = infinities | Interval::kNan}, Interval::nan()};
}

/// Normalizes the elements of one sequence.
class NormalizedSequence {
 public:
  NormalizedSequence(std::span<const float> elements, const Problem& problem, const SumModel& model)
      : normalizing_(model),
        divides_(problem.value("NormalizeVariance") != 0),
        epsilon_(problem.number("Epsilon")) {
    float largest = 0;
    for (const float x : elements) {
      if (std::isnan(x)) is_nan_ = true;
      if (!(std::abs(x) <= largest)) largest = std::abs(x);
    }
    if (is_nan_) return;
    const bool flush = model.denormals == Denormals::MayBeFlushed;
    texts_[0] = by_two_passes(elements, normalizing_);
    texts_[1] = largest < 0x1p126f ? by_welford(elements, flush, normalizing_)
                                   : by_welford_of_large(elements);
    const auto n = static_cast<double>(elements.size());
    first_ = elements[0];
    for (const float x : elements) mean_ += (x - first_) / n;
    for (const float x : elements) variance_ += distance(x) * distance(x) / n;
    rounding_ = n * 0x1p-52;
    error_ = rounding_ * largest;
    if (divides_ && is_lost(texts_[0].variance, variance_, epsilon_)) {
      // Behind wide sums, the mean may be rounded to FLOAT32, and so may each step.
      error_ += kSlackBehindWideSum * largest;
      slack_ = kSlackBehindWideSum;
    }
    for (int t = 0; t < 2; ++t)
      deviations_[t] = normalizing_.deviation(texts_[t].variance, epsilon_);
  }

  Interval result(float x, float scale, float bias) const {
    if (is_nan_) return Interval::nan();
    Interval all;
    for (int t = 0; t < 2; ++t) {
      const Interval distance = normalizing_.distance(Interval::of(x), texts_[t].mean);
      all.add(divides_ ? normalizing_.divided(distance, deviations_[t]) : distance);
    }
    return normalizing_.scaled(all, scale, bias);
  }

  /// The result of an element in wider arithmetic; NaN if it has none. The deviation is off by no
  /// more than each distance is, and by its own roundings.
  RealRange wide_result(float x, float scale, float bias) const {
    if (is_nan_) return {NAN, NAN};
    if (!divides_) return Normalizing::scaled_wide(distance(x), error_, scale, bias, slack_);
    const double deviation = std::sqrt(variance_ + epsilon_), normalized = distance(x) / deviation;
    const double error =
        error_ / deviation * (1 + std::abs(normalized)) + std::abs(normalized) * rounding_;
    return Normalizing::scaled_wide(normalized, error, scale, bias, slack_);
  }

 private:
  /// The exact distance from the mean.
  double distance(float x) const { return x - first_ - mean_; }

  Normalizing normalizing_;
  bool divides_, is_nan_ = false;
  float epsilon_;
  MeanAndVariance texts_[2];
  Interval deviations_[2];
  /// The first element, how far the exact mean lies from it, and the exact variance.
  double first_ = 0, mean_ = 0, variance_ = 0;
  /// What sums of doubles are off by, relatively and as a mean; and what each later step is off by.
  double rounding_ = 0, error_ = 0, slack_ = kSlackOfDoubles;
};

/// An optional tensor of scales or summands, by position of the element that it belongs to.
class OptionalFactor {
 public:
  OptionalFactor(const Problem& problem, const char* name, float otherwise)
      : otherwise_(otherwise) {
    if (!problem.present(name)) return;
    type_ = problem.tensor(name).type;
    data_ = &problem.input(name);
    positions_ =
        broadcast_positions(problem.tensor("InputTensor").sizes, problem.tensor(name).sizes);
  }
  float at(std::uint64_t position) const {
    return data_ ? static_cast<float>(float_at(type_, *data_, positions_[position])) : otherwise_;
  }

 private:
  float otherwise_;
  DataType type_ = DataType::FLOAT32;
  const Bytes* data_ = nullptr;
  std::vector<std::uint64_t> positions_;
};

}  // namespace

void permit_mean_variance(const Problem& problem, const FloatModel& model, const List& axes,
                          Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const ReducedAxes sequences(input.sizes, axes);
  const OptionalFactor scales(problem, "ScaleTensor", 1), biases(problem, "BiasTensor", 0);
  output.zeros_equal = true;
  IntervalWriter writer(output, problem, model);
  const SumModel sums = model.sums(output.type);
  const std::vector<float> all = float_elements(problem, "InputTensor");
  std::vector<float> room;
  for (std::size_t s = 0; s < sequences.starts.size(); ++s) {
    const std::uint64_t start = sequences.starts[s];
    const std::span<const float> elements = sequences.sequence(all, s, room);
    const NormalizedSequence sequence(elements, problem, sums);
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const std::uint64_t i = start + sequences.steps[k];
      const float scale = scales.at(i), bias = biases.at(i);
      writer.write(i, sequence.result(elements[k], scale, bias),
                   sequence.wide_result(elements[k], scale, bias));
    }
  }
}

}  // namespace assay::ops
