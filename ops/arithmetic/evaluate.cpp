// A function is evaluated on each part of its operands. At special arguments, and where the
// specification names an exact result, the result is exact. Elsewhere the exact value is enclosed:
// by the reference in double precision and its slack, at the ends of the part and where the
// function turns. From this range the limit in ULP gives the floats that are permitted.
#include <algorithm>
#include <cmath>

#include "ops/arithmetic/builtins.h"

namespace assay::ops {
namespace {

constexpr double kLargestDouble = std::numeric_limits<double>::max();
constexpr double kPi = 0x1.921fb54442d18p1;

using Behaviour = Builtin::Behaviour;

bool is_special(double x) { return x == 0 || !std::isfinite(x); }

/// Encloses the exact value that the reference computed as `value`.
RealRange enclosed(double value) {
  if (std::isinf(value))
    return value > 0 ? RealRange{kLargestDouble, value} : RealRange{value, -kLargestDouble};
  const double slack = std::abs(value) * kReferenceSlack;
  return {value - slack, value + slack};
}

void include(RealRange& range, const RealRange& other) {
  range.low = std::min(range.low, other.low);
  range.high = std::max(range.high, other.high);
}

/// The results within the function's limit of some real number in the range.
Interval within_limit(const Builtin& f, Precision precision, const RealRange& exact) {
  return within_ulps(exact, precision == Precision::Half ? f.half_limit : f.limit, precision);
}

/// The result at a special argument, or at a root: exact if it is a float. Where an argument is
/// infinite, a result such as tanh's 1 has the limit in ULP all the same. (Annex F of C99 calls it
/// exact. The table of relative errors makes no exception, and OpenCL's own conformance tests make
/// none.)
Interval exactly(const Builtin& f, Precision precision, double value, bool at_infinity) {
  const bool is_limit = at_infinity && std::isfinite(value) && value != 0;
  if (std::isnan(value) || (static_cast<float>(value) == value && !is_limit))
    return Interval::of(static_cast<float>(value));
  if (is_limit && static_cast<float>(value) == value)
    return within_limit(f, precision, {value, value});
  return within_limit(f, precision, enclosed(value));
}

/// Adds to `exact` what the function reaches where it turns within low..high. False if it has a
/// pole there.
bool add_turns(const Builtin& f, double low, double high, RealRange& exact) {
  if (f.behaviour == Behaviour::Monotone) return true;
  // Beyond this magnitude the multiples of pi are not looked for.
  constexpr double kFar = 0x1p20;
  const bool any = high - low > 4 || std::max(std::abs(low), std::abs(high)) > kFar;
  const double phase = f.behaviour == Behaviour::TurnsAtMultiplesOfPi ? 0 : 0.5;
  constexpr double kMargin = 0x1p-20;
  const double first = std::ceil(low / kPi - phase - kMargin);
  const double last = std::floor(high / kPi - phase + kMargin);
  if (!any && first > last) return true;
  if (f.behaviour == Behaviour::PolesBetweenThem) return false;
  if (any || first < last) {
    include(exact, {-1, 1});
  } else {
    const double turn = std::fmod(first, 2) == 0 ? 1 : -1;
    include(exact, {turn, turn});
  }
  return true;
}

Interval of_piece(const Builtin& f, Precision precision, const Piece& x) {
  if (x.is_nan()) return Interval::nan();
  Interval all;
  double low = x.low, high = x.high;
  if (low < f.domain_low || high > f.domain_high) {
    all = Interval::nan();
    low = std::max(low, f.domain_low);
    high = std::min(high, f.domain_high);
    if (low > high || (x.is_point() && (x.low < f.domain_low || x.high > f.domain_high)))
      return all;
  }
  if (x.is_point() && (is_special(low) || low == f.root))
    return exactly(f, precision, f.unary(low), std::isinf(low));
  RealRange exact = exact_value(f, low);
  if (!x.is_point()) {
    include(exact, exact_value(f, high));
    if (!add_turns(f, low, high, exact)) return Interval::from_to(-INFINITY, INFINITY);
  }
  all.add(within_limit(f, precision, exact));
  return all;
}

bool is_integer(double x) { return std::isinf(x) || x == std::rint(x); }

/// pow of parts that are not both points.
Interval power_of_ranges(const Builtin& f, Precision precision, const Piece& x, const Piece& y) {
  if (x.is_nan() || y.is_nan()) {
    Interval all = Interval::nan();
    if (y.is_nan() && x.low <= 1 && x.high >= 1) all.add(Interval::of(1));
    if (x.is_nan() && y.is_point() && y.low == 0) all = Interval::of(1);
    return all;
  }
  if (x.is_point() && x.low == 0 && y.low > 0) {
    // The sign depends on whether the exponent is odd.
    Interval zero = Interval::of(0);
    if (std::signbit(x.low)) zero.add(Interval::of(-0.f));
    return zero;
  }
  if (x.low < 0 || (x.low == 0 && std::signbit(x.low))) {
    // The sign depends on whether the exponent is odd.
    const Piece magnitude{std::min(-x.low, -x.high), std::max(-x.low, -x.high)};
    const Interval positive = power_of_ranges(f, precision, magnitude, y);
    if (y.is_point() && is_integer(y.low))
      return std::fmod(y.low, 2) == 0 || std::isinf(y.low) ? positive : negated(positive);
    if (y.is_point() && !is_special(x.low)) return Interval::nan();
    Interval all = positive;
    all.add(negated(positive));
    all.flags |= Interval::kNan;
    return all;
  }
  RealRange exact{HUGE_VAL, -HUGE_VAL};
  bool has_zero = false;
  for (const double base : {x.low, x.high})
    for (const double exponent : {y.low, y.high}) {
      const double value = std::pow(base, exponent);
      include(exact, enclosed(value));
      has_zero |= value == 0;
    }
  Interval all = within_limit(f, precision, exact);
  if (has_zero) all.flags |= Interval::kPlusZero;
  return all;
}

Interval of_pieces(const Builtin& f, Precision precision, const Piece& a, const Piece& b) {
  static const Builtin* const pow = builtin_named("pow");
  const bool is_pow = &f == pow;
  const auto is_single = [](const Piece& x) { return x.is_point() || x.is_nan(); };
  if (is_single(a) && is_single(b)) {
    const double value = f.binary(a.low, b.low);
    if (std::isnan(value) || is_special(a.low) || is_special(b.low) || (is_pow && a.low == 1))
      return exactly(f, precision, value, false);
    return within_limit(f, precision, exact_value(f, a.low, b.low));
  }
  if (is_pow) return power_of_ranges(f, precision, a, b);
  if (a.is_nan() || b.is_nan()) return Interval::nan();
  // Quotients and angles are monotone in each operand while both keep their signs.
  RealRange exact{HUGE_VAL, -HUGE_VAL};
  std::uint32_t zeros = 0;
  for (const double x : {a.low, a.high})
    for (const double y : {b.low, b.high}) {
      const double value = f.binary(x, y);
      if (std::isnan(value)) return Interval::nan();
      include(exact, enclosed(value));
      if (value == 0) zeros |= std::signbit(value) ? Interval::kMinusZero : Interval::kPlusZero;
    }
  if (exact.low == 0 && exact.high == 0 && (is_special(a.low) || is_special(b.low)))
    return Interval{.flags = zeros};
  Interval all = within_limit(f, precision, exact);
  all.flags |= zeros;
  return all;
}

}  // namespace

RealRange exact_value(const Builtin& f, double a, double b) {
  const double value = f.unary ? f.unary(a) : f.binary(a, b);
  if (std::isfinite(value) && value != 0 && f.is_exact && f.is_exact(a, b, value))
    return {value, value};
  RealRange range = enclosed(value);
  if (f.narrow) f.narrow(a, b, range);
  return range;
}

bool is_exact(const Builtin& f, double a, double b) {
  const RealRange range = exact_value(f, a, b);
  if (range.low == range.high) return true;
  const double value = f.unary ? f.unary(a) : f.binary(a, b);
  return (a == 0 || a == f.root || (f.binary && b == 0)) && static_cast<float>(value) == value;
}

Interval evaluate(const Builtin& f, const Interval& a, const Interval& b, Precision precision) {
  Interval all;
  each_piece(a, [&](const Piece& p) {
    if (f.unary)
      all.add(of_piece(f, precision, p));
    else
      each_piece(b, [&](const Piece& q) { all.add(of_pieces(f, precision, p, q)); });
  });
  return all;
}

Interval quotient(const Interval& a, const Interval& b, Precision precision) {
  static const Builtin& divide = *builtin_named("divide");
  return evaluate(divide, a, b, precision);
}

}  // namespace assay::ops
