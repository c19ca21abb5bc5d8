#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/half_interval.h"
#include "ops/arithmetic/half_rounding.h"
#include "ops/arithmetic/interval.h"
#include "ops/fused_activation.h"
#include "ops/permitted.h"
#include "ops/wide_results.h"

namespace assay::ops {

/// Writes sets of FLOAT32 values as what the positions of an output permit, a FLOAT32 or a FLOAT16;
/// for a FLOAT16 they are rounded once more, as vstore_half does. Where an activation is fused, it
/// is applied before they are written; what it is of an end of a set, correctly rounded, is
/// permitted as well.
class IntervalWriter {
 public:
  /// For an output of an operator into which nothing is fused. Without a model, no kernel computes
  /// it in halves.
  explicit IntervalWriter(PermittedTensor& output, const FloatModel& model = {})
      : output_(output), flushes_halves_(model.in_half && model.flush16) {
    output.low.resize(output.size());
    output.high.resize(output.size());
    output.also.resize(output.size());
  }
  /// For the output of an operator into which an activation may be fused.
  IntervalWriter(PermittedTensor& output, const Problem& problem, const FloatModel& model)
      : IntervalWriter(output, model) {
    if (is_fused(problem)) activation_.emplace(problem, model);
  }

  /// Whether what lies in a range is rounded to several values.
  bool rounds_apart(const RealRange& x) const { return rounded(x.low) != rounded(x.high); }

  /// Writes what position i permits. What is off from `exact` by at most `slack` times itself is
  /// permitted as well, correctly rounded, unless `exact` is NaN.
  void write(std::uint64_t i, const Interval& x, double exact = NAN, double slack = 0) {
    write_both(i, x, off_by(exact, slack));
  }
  /// The same, where wider arithmetic gives what lies in `wide`, or NaN where that is NaN. This is
  /// permitted as well.
  void write(std::uint64_t i, Interval x, const RealRange& wide) {
    if (std::isnan(wide.low)) x.add(Interval::nan());
    write_both(i, x, wide);
  }

 private:
  /// Writes what lies in `x`, and what lies in `wide` unless that is NaN.
  void write_both(std::uint64_t i, Interval x, const RealRange& wide) {
    const bool has_wide = !std::isnan(wide.low);
    if (!activation_) {
      if (has_wide) x.add(between(rounded(wide.low), rounded(wide.high)));
      return store(i, x, {});
    }
    if (has_wide) x.add(between(wide.low, wide.high));
    std::array<double, 6> reals{wide.low, wide.high, NAN, NAN, NAN, NAN};
    if (x.has_finite()) {
      reals[2] = x.low;
      reals[3] = x.high;
    }
    // Whether the value is rounded to FLOAT16 before the activation is documented nowhere.
    if (output_.type == DataType::FLOAT16) {
      const Interval rounded = rounded_to_half(x);
      if (rounded.has_finite()) {
        reals[4] = rounded.low;
        reals[5] = rounded.high;
      }
      x.add(rounded);
    }
    for (double& real : reals) real = std::isnan(real) ? NAN : activation_->of(real);
    store(i, activation_->of(x), reals);
  }

  static Interval between(double low, double high) {
    return Interval::from_to(static_cast<float>(low), static_cast<float>(high));
  }

  /// A number as the output holds it.
  double rounded(double x) const {
    return output_.type == DataType::FLOAT16 ? to_half(x) : static_cast<float>(x);
  }

  /// Besides `x`, each of `reals` is permitted, correctly rounded, unless it is NaN.
  void store(std::uint64_t i, const Interval& x, std::span<const double> reals) {
    const bool half = output_.type == DataType::FLOAT16;
    Interval set = half ? rounded_to_half(x) : x;
    for (const double real : reals)
      if (!std::isnan(real)) set.add(Interval::of(static_cast<float>(rounded(real))));
    if (flushes_halves_) set = flushed(set, static_cast<float>(kFloat16.smallest_normal));
    std::uint8_t also = 0;
    if (set.flags & Interval::kNan) also |= PermittedTensor::kNan;
    if (set.flags & Interval::kPlusInfinity) also |= PermittedTensor::kPlusInfinity;
    if (set.flags & Interval::kMinusInfinity) also |= PermittedTensor::kMinusInfinity;
    if (set.flags & Interval::kZeros) also |= PermittedTensor::kZero;
    std::int32_t low = 1, high = 0;
    if (set.has_finite()) {
      low = half ? half_key_of(set.low) : key_of(set.low);
      high = half ? half_key_of(set.high) : key_of(set.high);
    } else if (also & PermittedTensor::kZero) {
      low = high = 0;
    }
    output_.low[i] = low;
    output_.high[i] = high;
    output_.also[i] = also;
  }

  PermittedTensor& output_;
  std::optional<FusedActivation> activation_;
  /// Whether what is converted to a half may become zero where that is denormal.
  bool flushes_halves_;
};

}  // namespace assay::ops
