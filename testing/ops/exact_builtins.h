#pragma once

#include <mpfr.h>

#include <string_view>
#include <vector>

#include "ops/arithmetic/builtins.h"

/// Built-in functions as MPFR computes them, for the tests of their table.
namespace assay::ops::testing {

/// A number of MPFR, of 120 bits unless said otherwise.
class Real {
 public:
  explicit Real(int precision = 120) { mpfr_init2(x_, precision); }
  explicit Real(double value) : Real() { mpfr_set_d(x_, value, MPFR_RNDN); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(x_); }
  operator mpfr_ptr() { return x_; }
  operator mpfr_srcptr() const { return x_; }

 private:
  mpfr_t x_;
};

/// The names of all functions of the table.
std::vector<std::string_view> builtin_names();

/// Sets `exact` to f(a), or to f(a, b) where f takes two arguments: to 120 bits, or to 800 where a
/// result was rounded to a power of two, so that it shows on which side of that power it lies.
void find_exact(const Builtin& f, float a, float b, Real& exact);

/// ULP of an exact result, as section 7.4 of the OpenCL C specification defines it; by MPFR, and
/// not as the code under test does.
double ulp_of(mpfr_srcptr exact);

/// The error of a finite float in ULP of the exact result.
double error_of(float y, mpfr_srcptr exact);

}  // namespace assay::ops::testing
