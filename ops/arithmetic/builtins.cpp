// The table of built-in functions: references, limits, and where they turn. evaluate.cpp
// says what is made of it.
#include "ops/arithmetic/builtins.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::ops {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
using Behaviour = Builtin::Behaviour;

double rsqrt(double x) { return 1 / std::sqrt(x); }
double exp10(double x) { return std::pow(10.0, x); }
double divide(double a, double b) { return a / b; }
/// The library's cube root may be off where the root is a float; then it is the float.
double cbrt(double x) {
  const double root = std::cbrt(x), nearest = static_cast<float>(root);
  return nearest * nearest * nearest == x ? nearest : root;
}

/// |f(x)| < |x|
void inside_x(double x, double, RealRange& r) {
  if (x > 0)
    r.high = std::min(r.high, x);
  else
    r.low = std::max(r.low, x);
}
/// |f(x)| > |x|
void outside_x(double x, double, RealRange& r) {
  if (x > 0)
    r.low = std::max(r.low, x);
  else
    r.high = std::min(r.high, x);
}
void up_to_one(double, double, RealRange& r) {
  r.low = std::max(r.low, -1.0);
  r.high = std::min(r.high, 1.0);
}
void inside_x_and_one(double x, double, RealRange& r) {
  inside_x(x, 0, r);
  up_to_one(x, 0, r);
}
void from_one_on(double, double, RealRange& r) { r.low = std::max(r.low, 1.0); }
/// f(0) = 1, and f rises.
void beyond_one_as_x_is_beyond_zero(double x, double, RealRange& r) {
  if (x > 0)
    r.low = std::max(r.low, 1.0);
  else
    r.high = std::min(r.high, 1.0);
}
void below_x(double x, double, RealRange& r) { r.high = std::min(r.high, x); }
void above_x(double x, double, RealRange& r) { r.low = std::max({r.low, x, -1.0}); }
/// |tan x| > |x| up to the first pole.
void outside_x_before_the_pole(double x, double, RealRange& r) {
  if (std::abs(x) < 1.5) outside_x(x, 0, r);
}

/// erfc falls from 2 through 1 at 0.
void beside_one_up_to_two(double x, double, RealRange& r) {
  if (x > 0) {
    r.high = std::min(r.high, 1.0);
  } else {
    r.low = std::max(r.low, 1.0);
    r.high = std::min(r.high, 2.0);
  }
}
/// A positive base to some power is above 1 if both are beyond 1 and 0 on the same side.
void pow_beside_one(double a, double b, RealRange& r) {
  if (a <= 0 || a == 1) return;
  if ((a > 1) == (b > 0))
    r.low = std::max(r.low, 1.0);
  else
    r.high = std::min(r.high, 1.0);
}
/// |atan(y / x)| < |y / x|
void inside_quotient(double y, double x, RealRange& r) {
  if (x > 0 && std::fma(y / x, x, -y) == 0) inside_x(y / x, 0, r);
}

constexpr float kTinyToLarge[] = {0x1p-149f, 0x1.fffffcp-127f, 0x1p-126f, 0x1p-24f,
                                  0x1p-12f,  0x1p12f,          0x1p24f,   0x1.fffffep127f};
constexpr float kExp[] = {88.72283f, -87.33655f, -103.2789f, -103.9721f, 11.09f,
                          -9.704f,   -16.64f,    -17.33f,    0x1p-24f,   0.6931472f};
constexpr float kExp2[] = {127.9999f, 128.f, -126.f, -149.f, -150.f, 16.f, -24.f, -25.f, 0.5f};
constexpr float kExp10[] = {38.53184f, -37.92978f, -44.85347f, -45.15450f, 4.816f, -7.2247f};
constexpr float kLog[] = {1.f,   0x1p-149f, 0x1p-126f, 0x1.fffffep127f, 0x1p-24f,
                          6e-8f, 0.5f,      2.f,       0.7071068f,      1.414214f};
constexpr float kRoots[] = {0x1p-149f, 0x1p-126f, 0x1.fffffep127f, 1.f, 4.f, 0x1p-24f, 65504.f};
// Multiples of pi/2, small and large ones, where little is left after the reduction.
constexpr float kPeriods[] = {
    1.5707964f,      3.1415927f, 4.712389f,    6.2831855f, 7.853982f, 0.7853982f,    1024.f,
    1608.4954f,      105414.36f, 1.0541436e5f, 8388608.f,  65504.f,   0x1.33333p41f, 0x1.b951f2p77f,
    0x1.fffffep127f, 0x1p-12f,   0x1p-24f,     31415.928f, 5.3371e10f};
constexpr float kUnit[] = {1.f, -1.f, 0.5f, -0.5f, 0.99999994f, 0x1p-12f, 0x1p-24f, 0x1p-126f};
constexpr float kHyperbolic[] = {89.41599f, 88.72283f, 11.78f,    9.010913f, 5.5452f,
                                 0x1p-12f,  0x1p-24f,  0x1p-126f, 0.34657f};
constexpr float kAcosh[] = {1.f, 1.0000001f, 2.f, 0x1p12f, 0x1p24f, 0x1.fffffep127f, 65504.f};
constexpr float kErf[] = {0.84375f, 1.25f, 2.857143f, 3.9192059f, 4.f,
                          6.f,      9.19f, 10.05f,    0x1p-24f};
constexpr float kLog1p[] = {-1.f,      -0.99999994f,    0x1p-24f, -0x1p-24f,
                            0x1p-126f, 0x1.fffffep127f, -0.5f,    0.41421357f};
constexpr float kExpm1[] = {88.72283f, -17.32868f, -16.6355f, 0x1p-24f,
                            -0x1p-24f, 0.3465736f, 11.09f,    0x1p-126f};

bool is_power_of_two(double x) {
  int exponent;
  return std::frexp(std::abs(x), &exponent) == 0.5;
}
bool is_exact_sqrt(double a, double, double value) { return std::fma(value, value, -a) == 0; }
bool is_exact_rsqrt(double a, double, double value) {
  return is_power_of_two(value) && value * value * a == 1;
}
bool is_exact_cbrt(double a, double, double value) {
  return is_power_of_two(value) && value * value * value == a;
}
bool is_exact_log2(double a, double, double) { return is_power_of_two(a); }
bool is_exact_log10(double a, double, double value) {
  return (value == 1 && a == 10) || (value == 2 && a == 100) || (value == 4 && a == 1e4) ||
         (value == 8 && a == 1e8);
}
bool is_exact_exp2(double a, double, double) { return a == std::rint(a); }
bool is_exact_quotient(double a, double b, double value) { return std::fma(value, b, -a) == 0; }
/// A float to the power of a float is a power of two only if its base is one.
bool is_exact_power(double a, double b, double value) {
  return is_power_of_two(a) && is_power_of_two(value) && std::ilogb(a) * b == std::ilogb(value);
}

template <double (*F)(double)>
constexpr Builtin row(std::string_view name, double limit, double half_limit,
                      std::span<const float> edges,
                      void (*narrow)(double, double, RealRange&) = nullptr,
                      double low = -kUnbounded, double high = kUnbounded) {
  return {name, 1, limit, half_limit, F, nullptr, Behaviour::Monotone, low, high, narrow, edges};
}

constexpr Builtin periodic(Builtin b, Behaviour behaviour) {
  b.behaviour = behaviour;
  return b;
}
constexpr Builtin with_root(Builtin b, double root) {
  b.root = root;
  return b;
}
constexpr Builtin with_exact(Builtin b, bool (*is_exact)(double, double, double)) {
  b.is_exact = is_exact;
  return b;
}
constexpr Builtin row_of_two(std::string_view name, double limit, double half_limit,
                             double (*f)(double, double), double low,
                             void (*narrow)(double, double, RealRange&),
                             bool (*is_exact)(double, double, double)) {
  return with_exact({name, 2, limit, half_limit, nullptr, f, Behaviour::Monotone, low, kUnbounded,
                     narrow, kTinyToLarge},
                    is_exact);
}

constexpr Builtin kTable[] = {
    row<std::exp>("exp", 3, 2, kExp, beyond_one_as_x_is_beyond_zero),
    with_exact(row<std::exp2>("exp2", 3, 2, kExp2, beyond_one_as_x_is_beyond_zero), is_exact_exp2),
    row<exp10>("exp10", 3, 2, kExp10, beyond_one_as_x_is_beyond_zero),
    row<std::expm1>("expm1", 3, 2, kExpm1, above_x),
    with_root(row<std::log>("log", 3, 2, kLog, nullptr, 0), 1),
    with_exact(with_root(row<std::log2>("log2", 3, 2, kLog, nullptr, 0), 1), is_exact_log2),
    with_exact(with_root(row<std::log10>("log10", 3, 2, kLog, nullptr, 0), 1), is_exact_log10),
    row<std::log1p>("log1p", 2, 2, kLog1p, below_x, -1),
    with_exact(row<std::sqrt>("sqrt", 3, 0.5, kRoots, nullptr, 0), is_exact_sqrt),
    with_exact(row<rsqrt>("rsqrt", 2, 1, kRoots, nullptr, 0), is_exact_rsqrt),
    with_exact(row<cbrt>("cbrt", 2, 2, kTinyToLarge), is_exact_cbrt),
    periodic(row<std::sin>("sin", 4, 2, kPeriods, inside_x_and_one), Behaviour::TurnsBetweenThem),
    periodic(row<std::cos>("cos", 4, 2, kPeriods, up_to_one), Behaviour::TurnsAtMultiplesOfPi),
    periodic(row<std::tan>("tan", 5, 2, kPeriods, outside_x_before_the_pole),
             Behaviour::PolesBetweenThem),
    row<std::asin>("asin", 4, 2, kUnit, outside_x, -1, 1),
    with_root(row<std::acos>("acos", 4, 2, kUnit, nullptr, -1, 1), 1),
    row<std::atan>("atan", 5, 2, kTinyToLarge, inside_x),
    row<std::sinh>("sinh", 4, 2, kHyperbolic, outside_x),
    row<std::cosh>("cosh", 4, 2, kHyperbolic, from_one_on),
    row<std::tanh>("tanh", 5, 2, kHyperbolic, inside_x_and_one),
    row<std::asinh>("asinh", 4, 2, kTinyToLarge, inside_x),
    with_root(row<std::acosh>("acosh", 4, 2, kAcosh, nullptr, 1), 1),
    row<std::atanh>("atanh", 5, 2, kUnit, outside_x, -1, 1),
    row<std::erf>("erf", 16, 4, kErf, up_to_one),
    row<std::erfc>("erfc", 16, 4, kErf, beside_one_up_to_two),
    row_of_two("pow", 16, 4, std::pow, 0, pow_beside_one, is_exact_power),
    row_of_two("atan2", 6, 2, std::atan2, -kUnbounded, inside_quotient, nullptr),
    row_of_two("divide", 2.5, 0.5, divide, -kUnbounded, nullptr, is_exact_quotient),
};

}  // namespace

std::span<const Builtin> all_builtins() { return kTable; }

const Builtin* builtin_named(std::string_view name) {
  const auto found = std::find_if(std::begin(kTable), std::end(kTable),
                                  [&](const Builtin& b) { return b.name == name; });
  return found == std::end(kTable) ? nullptr : found;
}

}  // namespace assay::ops
