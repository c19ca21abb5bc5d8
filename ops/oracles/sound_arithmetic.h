#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "ops/arithmetic/builtins.h"
#include "ops/arithmetic/half_rounding.h"

namespace assay::ops {

/// The arithmetic of a device that does what the OpenCL C specification permits, and as it likes:
/// it adds in any order, contracts products or does not, errs in built-in functions up to their
/// limits, and may flush denormals. With half precision it may round each result to FLOAT16, as it
/// likes. For tests of oracles: all that it gives must be permitted.
class SoundArithmetic {
 public:
  SoundArithmetic(std::mt19937_64& random, bool may_flush, Precision precision = Precision::Single)
      : random_(random), may_flush_(may_flush), in_half_(precision == Precision::Half) {}

  float plus(float a, float b) { return given(double{flushed(a)} + flushed(b)); }
  float minus(float a, float b) { return plus(a, -b); }
  float times(float a, float b) { return given(double{flushed(a)} * flushed(b)); }
  /// a * b + c, which may be contracted.
  float product_plus(float a, float b, float c) {
    if (coin()) return plus(times(a, b), c);
    const float x = flushed(a), y = flushed(b), z = flushed(c);
    return in_half_ && coin() ? in_half(std::fma(x, y, z)) : flushed(std::fma(x, y, z));
  }
  /// What is loaded, or converted from a FLOAT32.
  float loaded(float x) { return given(x); }
  float quotient(float a, float b) { return call("divide", a, b); }

  /// A built-in function of the table, with an error up to its limit.
  float call(std::string_view name, float a, float b = 0) {
    const Builtin& f = *builtin_named(name);
    const bool of_half = in_half_ && coin();
    a = of_half ? in_half(a) : flushed(a);
    b = of_half ? in_half(b) : flushed(b);
    const double exact = f.unary ? f.unary(a) : f.binary(a, b);
    const float nearest = of_half ? in_half(exact) : static_cast<float>(exact);
    const bool is_special = a == 0 || !std::isfinite(a) ||
                            (f.binary && (b == 0 || !std::isfinite(b))) ||
                            (name == "pow" && a == 1);
    if (is_special || !std::isfinite(exact) || a == f.root) return flushed(nearest);
    if (exact == 0) return nearest;
    const double limit = (of_half ? f.half_limit : f.limit) * 0.999;
    const double ulp = of_half ? std::ldexp(1, std::max(std::ilogb(exact), -14) - 10)
                               : std::ldexp(1, std::max(std::ilogb(exact), -126) - 23);
    const double side = coin() ? limit : -limit;
    const double error = coin() ? side : side * static_cast<double>(random_() % 1024) / 1024;
    if (of_half) {
      // The FLOAT16 next to it that is not farther from the exact value.
      const float off = in_half(exact + error * ulp);
      return std::abs(off - exact) <= limit * std::min(ulp, ulp_of_half(off)) ? off : nearest;
    }
    const auto came = static_cast<float>(exact + error * ulp);
    return given(ulps_between(came, exact) <= limit ? came : nearest);
  }

  /// The sum of all terms, in any order.
  float sum(std::vector<float> terms) {
    std::shuffle(terms.begin(), terms.end(), random_);
    return terms.empty() ? 0.f : sum_of(terms.data(), terms.size());
  }
  /// The sum of the squares of all, in any order, where some are contracted with the addition.
  float sum_of_squares(std::vector<float> bases) {
    std::shuffle(bases.begin(), bases.end(), random_);
    // Each of some chains adds squares one by one.
    std::vector<float> chains(1 + random_() % 4, 0.f);
    for (const float x : bases) {
      float& chain = chains[random_() % chains.size()];
      chain = product_plus(x, x, chain);
    }
    return sum(chains);
  }

  /// x, or 0 if it is a denormal that the device flushes.
  float flushed(float x) {
    const float smallest = in_half_ ? 0x1p-14f : std::numeric_limits<float>::min();
    const bool denormal = x != 0 && std::abs(x) < smallest;
    return may_flush_ && denormal && coin() ? 0.f : x;
  }
  /// x as a FLOAT16, in which the device may flush denormals.
  float in_half(double x) { return flushed(to_half(x)); }
  bool coin() { return random_() % 2 == 0; }

 private:
  /// A result that is rounded once.
  float given(double exact) {
    return in_half_ && coin() ? in_half(exact) : flushed(static_cast<float>(exact));
  }
  static double ulp_of_half(double x) {
    return std::ldexp(1, x == 0 ? -24 : std::max(std::ilogb(x), -14) - 10);
  }
  float sum_of(const float* terms, std::size_t count) {
    if (count == 1) return flushed(terms[0]);
    const std::size_t first = random_() % 3 == 0 ? 1 : coin() ? count / 2 : count - 1;
    return plus(sum_of(terms, first), sum_of(terms + first, count - first));
  }

  std::mt19937_64& random_;
  bool may_flush_, in_half_;
};

/// The softmax of a row, or its logarithm, where the greatest element is subtracted first.
inline std::vector<float> computed_softmax(SoundArithmetic& device, bool of_log,
                                           const std::vector<float>& row) {
  float greatest = -INFINITY;
  for (const float x : row) greatest = std::fmax(greatest, x);
  std::vector<float> terms, results;
  for (const float x : row) terms.push_back(device.call("exp", device.minus(x, greatest)));
  const float sum = device.sum(terms);
  for (const float x : row) {
    const float d = device.minus(x, greatest);
    results.push_back(of_log ? device.minus(d, device.call("log", sum))
                             : device.quotient(device.call("exp", d), sum));
  }
  return results;
}

/// A FLOAT32 of one of several kinds: small integers, numbers of one size, of all sizes, denormals,
/// and now and then what is special.
inline float random_element(std::mt19937_64& random, int kind) {
  const double unit = std::uniform_real_distribution<>(-1, 1)(random);
  switch (kind) {
    case 0:
      return static_cast<float>(std::round(unit * 8));
    case 1:
      return static_cast<float>(unit * 16);
    case 2:
      return static_cast<float>(1000 + unit);
    case 3:
      return static_cast<float>(std::ldexp(unit, static_cast<int>(random() % 276) - 148));
    case 4:
      return static_cast<float>(unit * 0x1p-125);
    default: {
      constexpr float kSpecial[] = {0.f,      -0.f,      0x1p-149f,       -0x1p-149f,
                                    INFINITY, -INFINITY, 0x1.fffffep127f, -0x1.fffffep127f,
                                    NAN};
      return random() % 8 ? static_cast<float>(unit) : kSpecial[random() % std::size(kSpecial)];
    }
  }
}

}  // namespace assay::ops
