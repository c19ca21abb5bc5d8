#include "testing/ops/exact_builtins.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace assay::ops::testing {
namespace {

/// With this precision, 1 + x^2 is no power of two, whatever float x is.
constexpr int kHighPrecision = 800;

int exp10_of(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_exp10(r, x, rounding); }
int rsqrt_of(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_rec_sqrt(r, x, rounding); }

using Unary = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

const std::map<std::string_view, Unary> kUnary{
    {"exp", mpfr_exp},     {"exp2", mpfr_exp2},   {"exp10", exp10_of},   {"expm1", mpfr_expm1},
    {"log", mpfr_log},     {"log2", mpfr_log2},   {"log10", mpfr_log10}, {"log1p", mpfr_log1p},
    {"sqrt", mpfr_sqrt},   {"rsqrt", rsqrt_of},   {"cbrt", mpfr_cbrt},   {"sin", mpfr_sin},
    {"cos", mpfr_cos},     {"tan", mpfr_tan},     {"asin", mpfr_asin},   {"acos", mpfr_acos},
    {"atan", mpfr_atan},   {"sinh", mpfr_sinh},   {"cosh", mpfr_cosh},   {"tanh", mpfr_tanh},
    {"asinh", mpfr_asinh}, {"acosh", mpfr_acosh}, {"atanh", mpfr_atanh}, {"erf", mpfr_erf},
    {"erfc", mpfr_erfc}};
const std::map<std::string_view, Binary> kBinary{
    {"pow", mpfr_pow}, {"atan2", mpfr_atan2}, {"divide", mpfr_div}};

bool is_power_of_two(mpfr_srcptr x) { return mpfr_regular_p(x) && mpfr_min_prec(x) == 1; }

/// Whether a result that was rounded to a power of two is none. ULP differs on both its sides.
bool is_ambiguous(mpfr_srcptr result, int rounding) {
  return rounding != 0 && is_power_of_two(result);
}

}  // namespace

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> all;
  for (const Builtin& f : all_builtins()) all.push_back(f.name);
  return all;
}

void find_exact(const Builtin& f, float a, float b, Real& exact) {
  mpfr_set_emin(-1073741823);
  Real x, y;
  mpfr_set_flt(x, a, MPFR_RNDN);
  mpfr_set_flt(y, b, MPFR_RNDN);
  const auto evaluated = [&] {
    return f.unary ? kUnary.at(f.name)(exact, x, MPFR_RNDN)
                   : kBinary.at(f.name)(exact, x, y, MPFR_RNDN);
  };
  if (!is_ambiguous(exact, evaluated())) return;
  mpfr_set_prec(exact, kHighPrecision);
  evaluated();
}

double ulp_of(mpfr_srcptr exact) {
  if (mpfr_zero_p(exact)) return 0x1p-149;
  mpfr_exp_t exponent = mpfr_get_exp(exact);  // the value is in 2^(exponent-1) .. 2^exponent
  Real power;
  mpfr_set_ui_2exp(power, 1, exponent - 1, MPFR_RNDN);
  if (mpfr_cmpabs(exact, power) == 0) --exponent;
  return std::ldexp(1, static_cast<int>(std::clamp<mpfr_exp_t>(exponent, -125, 128)) - 24);
}

double error_of(float y, mpfr_srcptr exact) {
  Real error(kHighPrecision);
  mpfr_set_flt(error, y, MPFR_RNDN);
  mpfr_sub(error, error, exact, MPFR_RNDN);
  mpfr_div_d(error, error, ulp_of(exact), MPFR_RNDN);
  return std::abs(mpfr_get_d(error, MPFR_RNDN));
}

}  // namespace assay::ops::testing
