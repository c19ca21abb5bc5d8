// output = pow(base, exponent), where the base is input * Scale + Bias if there is a ScaleBias
//
// The bound of a float, where u is half an ULP of FLOAT32 and each operand is a set of FLOAT32:
// 1. The base is the set of fl(fl(x s) + b) and fl(x s + b), each rounded to nearest: FP_CONTRACT
//    permits both. Without a ScaleBias it is x alone.
// 2. The exponent is its own value, or where that is an integer beyond 2^24 both its neighbours.
// 3. |b|^e is monotone in each operand for b > 0, so that its range over the two sets is attained
//    at their corners; the values of pow at zeros, infinities, NaN and negative bases are a table.
// 4. The OpenCL C specification gives pow 16 ULP of the exact value in single precision; each end
//    is moved outwards by these. Nothing else rounds, so no value beyond them is permitted.
// 5. FLOAT16 is rounded once more, to nearest, which is monotone: the ends are rounded. The
//    correctly rounded value of the whole formula is permitted as well, off by what pow of doubles
//    is; NaN, where a base that overflows in FLOAT32 has no power.
//
// Integers are powers modulo 2^n, which are exact whatever the order of the products.
#include <array>
#include <cmath>

#include "ops/arithmetic/formula_intervals.h"
#include "ops/arithmetic/formula_real.h"
#include "ops/interval_writer.h"

namespace assay::ops::oracles {
namespace {

/// All that an exponent may be once it is a FLOAT32.
Interval as_floats(double exponent) {
  const auto nearest = static_cast<float>(exponent);
  if (nearest == exponent || std::isnan(exponent)) return Interval::of(nearest);
  return Interval::from_to(std::nextafter(nearest, -INFINITY), std::nextafter(nearest, INFINITY));
}

void raise_floats(const Problem& problem, const FloatModel& model, PermittedTensor& output) {
  static const Builtin& pow = *builtin_named("pow");
  static const std::array<std::string, 3> kNames{"x", "scale", "bias"};
  static const Formula kScaled = Formula::parse("x * scale + bias", kNames);
  const Bytes &bases = problem.input("InputTensor"), &powers = problem.input("ExponentTensor");
  const DataType power_type = problem.tensor("ExponentTensor").type;
  const bool flush = model.flush32, scaled = problem.present("ScaleBias");
  const auto value_of = [&](float x) { return flush ? flushed(Interval::of(x)) : Interval::of(x); };
  OverIntervals scale(kScaled, flush ? Denormals::MayBeFlushed : Denormals::Kept);
  std::array<Interval, 3> operands;
  std::array<double, 3> reals{};
  if (scaled) {
    reals = {0, problem.number("ScaleBias.Scale"), problem.number("ScaleBias.Bias")};
    operands = {Interval(), value_of(problem.number("ScaleBias.Scale")),
                value_of(problem.number("ScaleBias.Bias"))};
  }
  output.zeros_equal = true;
  IntervalWriter writer(output);
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const double x = float_at(output.type, bases, i);
    Interval base = value_of(static_cast<float>(x));
    double real = x;
    if (scaled) {
      operands[0] = base;
      reals[0] = x;
      base = scale(operands).value;
      real = real_value(kScaled, reals);
    }
    const double exponent = is_float(power_type)
                                ? float_at(power_type, powers, i)
                                : static_cast<double>(integer_at(power_type, powers, i));
    Interval power = as_floats(exponent);
    if (flush) power = flushed(power);
    Interval result = evaluate(pow, base, power);
    if (flush) result = flushed(result);
    // OpenCL asks for no support of signalling NaNs: where a quiet one gives 1, they may give NaN.
    if (is_signalling_nan(output.type, bases, i) ||
        (is_float(power_type) && is_signalling_nan(power_type, powers, i)))
      result.add(Interval::nan());
    // A base that overflows in FLOAT32 is finite as a double, and may be negative.
    writer.write(i, result, off_by(std::pow(real, exponent), kSlackOfDoubles));
  }
}

/// The low bits of a power, by squares.
std::uint64_t power_of(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) power *= base;
  return power;
}

bool scales_base(const Problem& problem) {
  return problem.present("ScaleBias") &&
         !(problem.number("ScaleBias.Scale") == 1 && problem.number("ScaleBias.Bias") == 0);
}

}  // namespace

void element_wise_pow(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  if (is_float(output.type)) return raise_floats(problem, model, output);
  const Bytes &bases = problem.input("InputTensor"), &powers = problem.input("ExponentTensor");
  const DataType power_type = problem.tensor("ExponentTensor").type;
  const bool anything = is_float(power_type) || scales_base(problem);
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const std::int64_t exponent = is_float(power_type) ? 0 : integer_at(power_type, powers, i);
    if (anything || exponent < 0)
      permit_anything(output, i);
    else
      set_bits(output.type, output.bytes, i,
               power_of(bits_at(output.type, bases, i), static_cast<std::uint64_t>(exponent)));
  }
}

}  // namespace assay::ops::oracles
