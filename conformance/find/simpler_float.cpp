// A float is a sign, an exponent and a significand. It becomes simpler when any of them does.
#include "conformance/find/simpler_float.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ops/problem.h"
#include "ops/value_key.h"
#include "specs/element_json.h"

namespace assay::conformance {
namespace {

double float_of_key(ops::DataType type, std::int64_t key) {
  ops::Bytes one(size_of(type));
  ops::set_bits(type, one, 0, ops::bits_of_key(type, key));
  return ops::float_at(type, one, 0);
}

}  // namespace

std::uint64_t float_complexity(ops::DataType type, std::int64_t key) {
  constexpr std::uint64_t kPerExponent = 64, kInfinite = 1u << 20;
  if (key == 0) return 0;
  const double value = float_of_key(type, key);
  const std::uint64_t sign = std::signbit(value) ? 1 : 0;
  if (std::isnan(value)) return 2 * kInfinite + sign;
  if (std::isinf(value)) return kInfinite + sign;
  if (value == 0) return 2;
  int exponent = 0;
  const double significand = std::frexp(std::abs(value), &exponent);
  // The bits behind the first one up to the last that is set.
  const auto fraction = std::bit_cast<std::uint64_t>(significand) << 12;
  const auto bits = fraction ? 64 - static_cast<std::uint64_t>(std::countr_zero(fraction)) : 0;
  return 4 + sign + 2 * bits + kPerExponent * static_cast<std::uint64_t>(std::abs(exponent - 1));
}

std::vector<std::int64_t> simpler_floats(ops::DataType type, std::int64_t key) {
  const double value = float_of_key(type, key);
  std::vector<double> wanted{0, 1, -1, 2, -2, 3, -0.0};
  if (std::isfinite(value)) {
    wanted.insert(wanted.end(), {std::trunc(value), std::abs(value)});
    int exponent = 0;
    const double significand = std::frexp(value, &exponent);
    wanted.push_back(std::ldexp(significand, exponent / 2));
    for (const int bits : {1, 2, 4, 8, 16})
      wanted.push_back(std::ldexp(std::trunc(std::ldexp(significand, bits)), exponent - bits));
  } else if (std::isinf(value)) {
    wanted.push_back(std::abs(value));
  } else {
    wanted.push_back(std::nan(""));
  }
  std::vector<std::int64_t> keys;
  for (const double w : wanted) keys.push_back(ops::key_of(type, specs::float_bits(type, w)));
  std::erase_if(keys, [&](std::int64_t k) {
    return float_complexity(type, k) >= float_complexity(type, key);
  });
  std::ranges::sort(keys, {},
                    [&](std::int64_t k) { return std::pair(float_complexity(type, k), k); });
  return keys;
}

}  // namespace assay::conformance
