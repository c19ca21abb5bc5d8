#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace assay::ops {

/// The key of a float is an integer that grows with the value: 0 for both zeros, 1 for the smallest
/// denormal, -1 for its negative. Neighbouring values have neighbouring keys. The keys of
/// infinities follow those of the largest finite values; the keys of NaNs lie beyond.
/// Each type has keys of its own.

/// The key of a FLOAT32.
inline std::int32_t key_of(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  const std::int32_t magnitude = bits & 0x7fff'ffff, negative = bits >> 31;
  return (magnitude ^ negative) - negative;
}

/// The FLOAT32 with this key; +0 for key 0.
inline float float_of_key(std::int32_t key) {
  const std::int32_t negative = key >> 31;
  const auto magnitude = static_cast<std::uint32_t>((key ^ negative) - negative);
  return std::bit_cast<float>(magnitude | (static_cast<std::uint32_t>(negative) & 0x8000'0000u));
}

/// The key of a FLOAT16, given by its bits.
inline std::int32_t half_key_of_bits(std::uint16_t bits) {
  const std::int32_t magnitude = bits & 0x7fff, negative = -(bits >> 15);
  return (magnitude ^ negative) - negative;
}

constexpr std::int32_t kHalfInfinityKey = 0x7c00;

/// The key of a FLOAT16, given by its value, which is no NaN. (The product makes a half's exponent
/// that of a float, so that the float's bits begin with the half's.)
inline std::int32_t half_key_of(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x * 0x1p-112f);
  const std::int32_t magnitude = std::min((bits & 0x7fff'ffff) >> 13, kHalfInfinityKey);
  const std::int32_t negative = bits >> 31;
  return (magnitude ^ negative) - negative;
}

/// The value of the finite or infinite FLOAT16 with this key; +0 for key 0.
inline float half_of_key(std::int32_t key) {
  const std::int32_t negative = key >> 31;
  const std::int32_t magnitude = (key ^ negative) - negative;
  const float x = magnitude >= kHalfInfinityKey ? std::bit_cast<float>(0x7f80'0000)
                                                : std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  return negative ? -x : x;
}

}  // namespace assay::ops
