#pragma once

#include <span>
#include <string_view>

#include "ops/arithmetic/interval.h"
#include "ops/arithmetic/ulp_bounds.h"

namespace assay::ops {

/// A built-in function of OpenCL C that is not rounded correctly, with the error that the
/// specification permits.
struct Builtin {
  std::string_view name;
  /// How many operands it has: 1 or 2.
  int operands;
  /// The largest error in ULP, by the OpenCL C specification's table of relative errors in single
  /// precision, full profile. Through vload_half and vstore_half the same limit applies, and one
  /// correct rounding.
  double limit;
  /// The same by its table for half precision, which holds for operands of the type `half`
  /// (cl_khr_fp16). What the table asks to be correctly rounded has 0.5.
  double half_limit;
  /// The function in double precision, with a relative error below kReferenceSlack. One of them is
  /// null. At special arguments it gives what the specification asks for.
  double (*unary)(double);
  double (*binary)(double, double);
  /// Monotone functions are so on each side of zero, in each operand. The others turn or have poles
  /// at multiples of pi, or halfway between these.
  enum class Behaviour {
    Monotone,
    TurnsAtMultiplesOfPi,
    TurnsBetweenThem,
    PolesBetweenThem
  } behaviour;
  /// The arguments for which the function is defined. For others it is NaN. For functions of two
  /// operands these are the arguments worth drawing as the first operand.
  double domain_low, domain_high;
  /// Cuts from a range, in which the function's exact value lies, what the function can never be at
  /// these operands. Null if nothing is known.
  void (*narrow)(double a, double b, RealRange& range);
  /// Arguments at which implementations go wrong: thresholds, ends of domains, turning points.
  std::span<const float> edges;
  /// A finite argument other than 0 at which the result is exactly zero; NaN if there is none.
  double root = std::numeric_limits<double>::quiet_NaN();
  /// Whether `value`, which the reference gave, is the exact value itself. It need only be
  /// recognized where it is a power of two, because the size of an ULP then depends on it. Null if
  /// no value is recognized.
  bool (*is_exact)(double a, double b, double value) = nullptr;
};

/// The largest relative error of the references, which are functions of the C library. Tests prove
/// it by MPFR.
constexpr double kReferenceSlack = 0x1p-49;

/// Every built-in function of the table.
std::span<const Builtin> all_builtins();

/// The built-in function of this name, or null.
const Builtin* builtin_named(std::string_view name);

/// All that a conforming implementation may give for operands in these sets. `b` is ignored by
/// functions of one operand. With half precision the function is that of the type `half`.
Interval evaluate(const Builtin& function, const Interval& a, const Interval& b = {},
                  Precision precision = Precision::Single);

/// a / b with OpenCL's limit for it, 2.5 ULP, or rounded correctly with half precision.
Interval quotient(const Interval& a, const Interval& b, Precision precision = Precision::Single);

/// A range of real numbers that holds the function's exact value at finite arguments. Zero stands
/// for magnitudes below those of doubles, too.
RealRange exact_value(const Builtin& function, double a, double b = 0);

/// Whether the function has a result there that is exact on every device: one that is recognized as
/// such, or that of a zero or a root, if it is a float.
bool is_exact(const Builtin& function, double a, double b = 0);

}  // namespace assay::ops
