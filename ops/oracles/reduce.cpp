// output[c] = Function of the elements along Axes
//
// Integers wrap. Sums of floats, of magnitudes and of squares are those of sum_interval.h: n terms
// in any order, with squares fused or not, so within (n - 1)·2^-24 (squares: n·2^-24) of the sum of
// magnitudes, and exact where nothing rounds. AVERAGE divides such a sum by n, with 2.5 ULP; L2 and
// LOG_SUM take its root and its logarithm, with 3 ULP. LOG_SUM_EXP is g + log(Σ exp(x - g)), where
// g is the greatest element, with exp and log within 3 ULP. FLOAT16 is computed in FLOAT32, and
// rounded once more; where the arithmetic is free, sums, products and what is made of them may be
// rounded to FLOAT16, and in halves the functions have the limits of these (float_steps.h). MAX and
// MIN are exact; a NaN permits NaN and any value between the elements. Where the extreme is a
// denormal that may be flushed, another denormal may be taken for it.
#include <cmath>

#include "ops/arg_extreme.h"
#include "ops/arithmetic/float_steps.h"
#include "ops/arithmetic/sum_interval.h"
#include "ops/float_elements.h"
#include "ops/interval_writer.h"
#include "ops/order_key.h"
#include "ops/product_bounds.h"
#include "ops/reduced_axes.h"
#include "ops/words.h"

namespace assay::ops::oracles {
namespace {

/// DML_REDUCE_FUNCTION.
enum class Function {
  ArgMax,
  ArgMin,
  Average,
  L1,
  L2,
  LogSum,
  LogSumExp,
  Max,
  Min,
  Multiply,
  Sum,
  SumSquare
};

// --- Integers

/// What elements come to, whose bits are zero-extended. Only the lowest bits of the result count.
std::uint64_t reduced(Function f, DataType type, std::span<const std::uint64_t> elements) {
  const auto key = [type](std::uint64_t x) { return order_key(type, x, ZeroOrder::Equal); };
  const auto magnitude = [&](std::uint64_t x) { return is_signed(type) && key(x) < 0 ? 0 - x : x; };
  std::uint64_t all = f == Function::Multiply ? 1 : 0;
  if (f == Function::Max || f == Function::Min) all = elements[0];
  for (const std::uint64_t x : elements) {
    switch (f) {
      case Function::L1:
        all += magnitude(x);
        break;
      case Function::Max:
        all = key(x) > key(all) ? x : all;
        break;
      case Function::Min:
        all = key(x) < key(all) ? x : all;
        break;
      case Function::Multiply:
        all *= x;
        break;
      case Function::SumSquare:
        all += x * x;
        break;
      default:
        all += x;
    }
  }
  return all;
}

// --- Floats

/// What elements may come to, and the exact value where it must be permitted besides; NaN if not.
struct Reduced {
  Interval set;
  double exact = NAN;
};

/// Reduces sequences of floats.
class FloatReduction {
 public:
  FloatReduction(Function function, const SumModel& model) : function_(function), steps_(model) {}

  Reduced operator()(std::span<const float> elements) {
    switch (function_) {
      case Function::Max:
        return {greatest(elements)};
      case Function::Min: {
        std::vector<float> negative(elements.begin(), elements.end());
        for (float& x : negative) x = -x;
        return {negated(greatest(negative))};
      }
      case Function::Multiply:
        return {product(elements)};
      case Function::LogSumExp:
        return log_sum_exp(elements);
      default:
        return of_sum(elements);
    }
  }

 private:
  Reduced of_sum(std::span<const float> elements) {
    IntervalSum sum(steps_.model());
    switch (function_) {
      case Function::L1:
        magnitudes_.clear();
        for (const float x : elements) magnitudes_.push_back(std::abs(x));
        sum.add_all(magnitudes_);
        break;
      case Function::L2:
      case Function::SumSquare:
        sum.add_squares(elements);
        break;
      default:
        sum.add_all(elements);
    }
    static const Builtin &sqrt = *builtin_named("sqrt"), &log = *builtin_named("log");
    const Interval all = sum.result();
    // The sum may overflow, or be rounded away from the exact one, whose function is right.
    switch (function_) {
      case Function::Average:
        return {steps_.quotient(all, steps_.counted(static_cast<float>(elements.size()))),
                sum.high() / static_cast<double>(elements.size())};
      case Function::L2:
        return {steps_.evaluate(sqrt, all), std::sqrt(sum.high())};
      case Function::LogSum:
        return {steps_.evaluate(log, all), std::log(sum.high())};
      default:
        return {all};
    }
  }

  Reduced log_sum_exp(std::span<const float> elements) const {
    static const Builtin &exp = *builtin_named("exp"), &log = *builtin_named("log");
    float most = -INFINITY;
    for (const float x : elements) {
      if (std::isnan(x)) return {Interval::nan()};
      most = std::max(most, x);
    }
    const Interval shift = steps_.kept(std::isfinite(most) ? most : 0);
    IntervalSum sum(steps_.model());
    double exact = 0;
    for (const float x : elements) {
      sum.add(steps_.evaluate(exp, steps_.kept(minus(steps_.kept(x), shift))));
      exact += std::exp(static_cast<double>(x) - most);
    }
    const Interval all = steps_.kept(plus(steps_.evaluate(log, sum.result()), shift));
    return {all, std::isfinite(most) ? most + std::log(exact) : NAN};
  }

  Interval greatest(std::span<const float> elements) const {
    float low = INFINITY, high = -INFINITY;
    bool nan = false;
    for (const float x : elements) {
      nan |= std::isnan(x);
      low = std::fmin(low, x);
      high = std::fmax(high, x);
    }
    const float smallest = steps_.model().smallest_normal;
    const bool flush = steps_.model().denormals == Denormals::MayBeFlushed;
    // A device that flushes may take any of several denormals for the greatest.
    if (!nan && flush && std::abs(high) < smallest)
      return steps_.kept(Interval::from_to(std::max(low, -smallest), high));
    if (!nan) return steps_.kept(high);
    Interval all = low <= high ? Interval::from_to(low, high) : Interval();
    all.flags |= Interval::kNan;
    return steps_.kept(all);
  }

  Interval product(std::span<const float> elements) const {
    ProductBounds bounds(kFloat32), in_half(kFloat16);
    bounds.multiply_all(elements);
    Interval all = bounds.range().set();
    if (!steps_.model().may_be_half) return all;
    in_half.multiply_all(elements);
    all.add(in_half.range().set());
    return all;
  }

  Function function_;
  FloatSteps steps_;
  std::vector<float> magnitudes_;
};

}  // namespace

void reduce(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const auto function = static_cast<Function>(problem.value("Function"));
  if (function == Function::ArgMax || function == Function::ArgMin)
    return permit_arg_extreme(problem, model, function == Function::ArgMax, false, permitted);
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const ReducedAxes axes(input.sizes, problem.list("Axes"));
  if (!is_float(input.type)) {
    std::vector<std::uint64_t> elements(axes.steps.size());
    for (std::uint64_t i = 0; i < axes.starts.size(); ++i) {
      for (std::size_t k = 0; k < elements.size(); ++k)
        elements[k] = bits_at(input.type, data, axes.starts[i] + axes.steps[k]);
      set_bits(output.type, output.bytes, i, reduced(function, input.type, elements));
    }
    return;
  }
  output.zeros_equal = true;
  IntervalWriter writer(output, model);
  // No result of FLOAT16 elements is a FLOAT32 denormal, but that of a function of them may be.
  FloatReduction reduction(function, model.sums(output.type));
  const std::vector<float> elements = float_elements(problem, "InputTensor");
  std::vector<float> room;
  for (std::uint64_t i = 0; i < axes.starts.size(); ++i) {
    const Reduced result = reduction(axes.sequence(elements, i, room));
    writer.write(i, result.set, result.exact, kSlackOfDoubles);
  }
}

}  // namespace assay::ops::oracles
