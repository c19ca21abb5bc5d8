// output = x / (Bias + Alpha / LocalSize * sum)^Beta, where sum adds the squares of the elements
// around x
//
// The sum of n squares, in any order, contracted or not, is within n·2^-24 of the exact one, and
// exact where nothing is rounded. Alpha / LocalSize is within 2.5 ULP, its product with the sum and
// the sum with Bias are rounded twice, or once where they are contracted. pow is within 16 ULP, and
// multiplies the relative error of its base by Beta; the quotient is within 2.5 ULP. With positive
// Alpha and Bias nothing cancels. Where the page has two readings, what lies between them is
// permitted: where the region of an even LocalSize lies, and whether LocalSize divides the sum over
// height and width once or twice.
//
// A wider accumulator holds sums that overflow or underflow in FLOAT32. The result is then the
// exact one, off by what the steps behind the sum are.
#include <algorithm>
#include <cmath>

#include "ops/arithmetic/float_steps.h"
#include "ops/arithmetic/sum_interval.h"
#include "ops/interval_writer.h"

namespace assay::ops::oracles {
namespace {

/// The squares around an element.
struct SquaresAround {
  Interval set;
  double exact = 0;
};

class LocalResponse {
 public:
  LocalResponse(const Problem& problem, const SumModel& model)
      : input_(problem.tensor("InputTensor")),
        data_(problem.input("InputTensor")),
        across_(problem.value("CrossChannel") != 0),
        size_(problem.value("LocalSize")),
        alpha_(problem.number("Alpha")),
        beta_(problem.number("Beta")),
        bias_(problem.number("Bias")),
        steps_(model) {}

  void write(std::uint64_t i, const List& at, IntervalWriter& writer) const {
    Interval all;
    RealRange wide{INFINITY, -INFINITY};
    const auto size = static_cast<float>(size_);
    const double share = static_cast<double>(alpha_) / static_cast<double>(size_);
    const auto add = [&](const SquaresAround& squares, const Interval& sum, double share_of_sum) {
      all.add(response(i, sum, size));
      const RealRange exact = wide_response(i, squares, share_of_sum);
      if (std::isnan(exact.low)) all.add(Interval::nan());
      wide = {std::fmin(wide.low, exact.low), std::fmax(wide.high, exact.high)};
    };
    const std::int64_t less = (size_ - 1) / 2, more = size_ / 2;
    for (const auto& [before, behind] : {std::pair(less, more), std::pair(more, less)}) {
      const SquaresAround squares = around(at, before, behind);
      add(squares, squares.set, share);
      if (!across_)
        add(squares, steps_.quotient(squares.set, steps_.kept(size)),
            share / static_cast<double>(size_));
      if (less == more) break;
    }
    writer.write(i, all, wide.low <= wide.high ? wide : RealRange{NAN, NAN});
  }

 private:
  float value(std::uint64_t i) const { return static_cast<float>(float_at(input_.type, data_, i)); }

  SquaresAround around(const List& at, std::int64_t before, std::int64_t behind) const {
    std::int64_t from[4], to[4];
    for (std::size_t d = 0; d < 4; ++d) {
      const bool is_wide = across_ ? d == 1 : d >= 2;
      from[d] = is_wide ? std::max<std::int64_t>(0, at[d] - before) : at[d];
      to[d] = is_wide ? std::min(input_.sizes[d] - 1, at[d] + behind) : at[d];
    }
    IntervalSum sum(steps_.model());
    SquaresAround squares;
    for (std::int64_t c = from[1]; c <= to[1]; ++c)
      for (std::int64_t y = from[2]; y <= to[2]; ++y)
        for (std::int64_t x = from[3]; x <= to[3]; ++x) {
          const std::int64_t position =
              ((at[0] * input_.sizes[1] + c) * input_.sizes[2] + y) * input_.sizes[3] + x;
          const float v = value(static_cast<std::uint64_t>(position));
          sum.add_square(v);
          squares.exact += static_cast<double>(v) * static_cast<double>(v);
        }
    squares.set = sum.result();
    return squares;
  }

  /// What an element comes to where the sum is wider than FLOAT32; NaN if it has no result. Where
  /// FLOAT32 can hold the sum, the intervals have the errors of all other steps.
  RealRange wide_response(std::uint64_t i, const SquaresAround& squares, double share) const {
    const double exact = value(i) / std::pow(bias_ + share * squares.exact, beta_);
    const bool lost = is_lost(squares.set, squares.exact, bias_ / share);
    // pow is within 16 ULP, and multiplies the error of its base.
    return off_by(exact, (4 + std::abs(beta_)) * (lost ? kSlackBehindWideSum : kSlackOfDoubles));
  }

  Interval response(std::uint64_t i, const Interval& squares, float size) const {
    static const Builtin& pow = *builtin_named("pow");
    const Interval share = steps_.quotient(steps_.kept(alpha_), steps_.counted(size));
    const Interval bias = steps_.kept(bias_), beta = steps_.kept(beta_);
    Interval base = plus(steps_.kept(times(share, squares)), bias);
    base.add(fused(share, squares, bias));
    const Interval scale = steps_.evaluate(pow, steps_.kept(base), beta);
    return steps_.quotient(steps_.kept(value(i)), scale);
  }

  const TensorDesc& input_;
  const Bytes& data_;
  bool across_;
  std::int64_t size_;
  float alpha_, beta_, bias_;
  FloatSteps steps_;
};

}  // namespace

void local_response_normalization(const Problem& problem, const FloatModel& model,
                                  Permitted& permitted) {
  const List& sizes = problem.tensor("InputTensor").sizes;
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.zeros_equal = true;
  IntervalWriter writer(output, model);
  const LocalResponse response(problem, model.sums(output.type));
  List at{0, 0, 0, 0};
  std::uint64_t i = 0;
  for (at[0] = 0; at[0] < sizes[0]; ++at[0])
    for (at[1] = 0; at[1] < sizes[1]; ++at[1])
      for (at[2] = 0; at[2] < sizes[2]; ++at[2])
        for (at[3] = 0; at[3] < sizes[3]; ++at[3]) response.write(i++, at, writer);
}

}  // namespace assay::ops::oracles
