#include "conformance/measure/ulp_arguments.h"

#include <bit>
#include <cmath>

#include "ops/arithmetic/float_key.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

using ops::Builtin;

/// An edge of a function, or the negative of one, and a few steps from it.
struct NearEdge {
  float edge;
  std::int32_t step;
  bool negative;

  static NearEdge of(const Builtin& f, std::uint64_t h) {
    return {f.edges[h % f.edges.size()], static_cast<std::int32_t>((h >> 32) % 33) - 16,
            h >> 63 != 0};
  }
};

/// The exponent of a magnitude in the middle.
int middle_exponent(std::uint64_t h) { return static_cast<int>((h >> 32) % 16) - 9; }

float float_argument(const Builtin& f, std::uint64_t h) {
  const float sign = h >> 63 ? -1.f : 1.f;
  switch ((h >> 60) % 4) {
    case 0:
      return std::bit_cast<float>(static_cast<std::uint32_t>(h));
    case 1: {
      const NearEdge near = NearEdge::of(f, h);
      return sign * ops::float_of_key(ops::key_of(near.edge) + near.step);
    }
    default:
      return sign *
             std::ldexp(1 + static_cast<float>(h & 0x7f'ffff) * 0x1p-23f, middle_exponent(h));
  }
}

std::uint16_t bits_of(float half) {
  const std::int32_t key = ops::half_key_of(std::abs(half));
  return static_cast<std::uint16_t>(key | (std::signbit(half) ? 0x8000 : 0));
}

std::uint16_t half_argument(const Builtin& f, std::uint64_t h) {
  const float sign = h >> 63 ? -1.f : 1.f;
  switch ((h >> 60) % 4) {
    case 0:
      return static_cast<std::uint16_t>(h);
    case 1: {
      const NearEdge near = NearEdge::of(f, h);
      return bits_of(sign * ops::half_of_key(ops::half_key_of(near.edge) + near.step));
    }
    default:
      return bits_of(sign *
                     std::ldexp(1 + static_cast<float>(h & 0x3ff) * 0x1p-10f, middle_exponent(h)));
  }
}

}  // namespace

std::vector<float> float_arguments(const Builtin& f, std::uint64_t count, std::uint64_t key) {
  std::vector<float> all(count);
  for (std::uint64_t i = 0; i < count; ++i) all[i] = float_argument(f, ops::random_at(key, i));
  return all;
}

std::vector<std::uint16_t> half_arguments(const Builtin& f, std::uint64_t count,
                                          std::uint64_t key) {
  constexpr std::uint64_t kHalves = 65536;
  std::vector<std::uint16_t> all(f.unary ? kHalves : count);
  for (std::uint64_t i = 0; i < all.size(); ++i)
    all[i] = f.unary ? static_cast<std::uint16_t>(i) : half_argument(f, ops::random_at(key, i));
  return all;
}

float value_of(std::uint16_t bits) {
  const std::int32_t magnitude = bits & 0x7fff;
  const float x = magnitude > ops::kHalfInfinityKey ? std::numeric_limits<float>::quiet_NaN()
                                                    : ops::half_of_key(magnitude);
  return bits & 0x8000 ? -x : x;
}

}  // namespace assay::conformance
