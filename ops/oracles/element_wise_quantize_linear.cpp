// output = clamp(round(input / scale) + zero point)
//
// The bound, where q is the exact quotient:
// 1. FLOAT16 and FLOAT32 are exact in FLOAT32; an INT32 beyond 2^24 becomes one of its neighbours.
// 2. The OpenCL C specification gives a division 2.5 ULP, so the computed quotient lies in an
//    interval [a, b] around q; a quotient that FLOAT32 flushes may be 0, too.
// 3. Rounding to an integer with either rule for ties gives at least ceil(a - 1/2) and at most
//    floor(b + 1/2), and every integer between the two for some value of [a, b]. a and b are
//    FLOAT32, so that these sums are exact in double precision.
// 4. The zero point is an integer of 8 bits. Where the rounded quotient is beyond 2^24, its sum
//    with it may be rounded, but it is beyond the range of the output, which the last step cuts
//    off.
// 5. clamp is monotone and exact. So the permitted answers are the integers between two ends.
#include <algorithm>
#include <cmath>

#include "ops/arithmetic/builtins.h"
#include "ops/permitted.h"

namespace assay::ops::oracles {
namespace {

/// The element as FLOAT32, which may be rounded either way if it is an integer beyond its
/// precision.
Interval operand(DataType type, const Bytes& data, std::uint64_t i, bool flush) {
  Interval x;
  if (is_float(type)) {
    x = Interval::of(static_cast<float>(float_at(type, data, i)));
  } else {
    const std::int64_t value = integer_at(type, data, i);
    const auto nearest = static_cast<float>(value);
    x = static_cast<double>(nearest) == static_cast<double>(value)
            ? Interval::of(nearest)
            : Interval::from_to(std::nextafter(nearest, -INFINITY),
                                std::nextafter(nearest, INFINITY));
  }
  return flush ? flushed(x) : x;
}

/// The ends of a set of numbers that holds no NaN.
struct Reach {
  double low, high;
};
Reach reach_of(const Interval& x) {
  Reach r{x.low, x.high};
  const auto add = [&](double value) {
    r.low = std::min(r.low, value);
    r.high = std::max(r.high, value);
  };
  if (x.flags & Interval::kZeros) add(0);
  if (x.flags & Interval::kPlusInfinity) add(INFINITY);
  if (x.flags & Interval::kMinusInfinity) add(-INFINITY);
  return r;
}

}  // namespace

void element_wise_quantize_linear(const Problem& problem, const FloatModel& model,
                                  Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const DataType type = problem.tensor("InputTensor").type,
                 scale_type = problem.tensor("ScaleTensor").type;
  const double least = is_signed(output.type) ? -128 : 0, most = least + 255;
  std::vector<std::uint64_t> choices;
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const Interval x = operand(type, problem.input("InputTensor"), i, model.flush32),
                   scale = operand(scale_type, problem.input("ScaleTensor"), i, model.flush32);
    const Interval q = quotient(x, scale);
    if ((scale.flags & Interval::kZeros) || (q.flags & Interval::kNan)) {
      permit_anything(output, i);
      continue;
    }
    const double zero =
        problem.present("ZeroPointTensor")
            ? static_cast<double>(integer_at(output.type, problem.input("ZeroPointTensor"), i))
            : 0;
    const Reach reach = reach_of(q);
    const double first = std::clamp(std::ceil(reach.low - 0.5) + zero, least, most),
                 last = std::clamp(std::floor(reach.high + 0.5) + zero, least, most);
    choices.clear();
    for (double value = first; value <= last; ++value)
      choices.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & 0xff);
    std::sort(choices.begin(), choices.end());
    if (choices.size() == 1)
      set_bits(output.type, output.bytes, i, choices[0]);
    else
      permit_one_of(output, i, choices);
  }
}

}  // namespace assay::ops::oracles
