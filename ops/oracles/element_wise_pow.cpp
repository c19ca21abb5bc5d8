// output = pow(base, exponent), where the base is input * Scale + Bias if there is a ScaleBias
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
    writer.write(i, result, std::pow(real, exponent));
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
