#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <random>
#include <vector>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"
#include "ops/oracles/sound_arithmetic.h"

/// For tests of oracles whose kernels may compute with halves.
namespace assay::ops::halves {

using Floats = std::vector<float>;
using Random = std::mt19937_64;

inline Bytes packed_halves(const Floats& values) {
  std::vector<Eigen::half> halves;
  for (const float x : values) halves.emplace_back(x);
  return packed(halves);
}

/// A FLOAT16 of one of several kinds.
inline float random_half(Random& random, int kind) {
  const float x = random_element(random, kind);
  if (kind == 3) return to_half(std::ldexp(random_element(random, 1), pick(random, -28, 10)));
  if (kind == 4) return to_half(std::ldexp(x, 112));
  return std::isfinite(x) && std::abs(x) > 1e30f ? std::copysign(65504.f, x) : to_half(x);
}

inline Floats random_row(Random& random, std::size_t most) {
  const int kind = static_cast<int>(random() % 6);
  Floats row(1 + random() % most);
  for (float& x : row) x = random_half(random, kind);
  return row;
}

inline List sizes_of(const Floats& row) { return {static_cast<std::int64_t>(row.size())}; }
inline float length_of(const Floats& row) { return static_cast<float>(row.size()); }

/// How often results that are off by a fiftieth were refused, of how many.
struct Refused {
  int refused = 0, all = 0;
};

/// Asks about one problem, on a device that may flush halves. `compute` gives the elements of a
/// result.
template <class Compute>
void expect_permitted(Random& random, const Question& question, Refused& off, Compute compute) {
  const bool flush = random() % 2;
  const PermittedTensor permitted = question.permitted({.in_half = true, .flush16 = flush});
  SoundArithmetic device(random, flush, Precision::Half);
  Floats came;
  for (int i = 0; i < 4; ++i) {
    came = compute(device);
    for (float& x : came) x = device.in_half(x);
    const auto refused = first_unpermitted(permitted, packed_halves(came));
    if (refused) RC_FAIL(fmt::format("{} at {} is not permitted", came[*refused], *refused));
  }
  float& x = came[random() % came.size()];
  // What is that large in magnitude is no denormal, and does not overflow.
  if (!(std::abs(x) > 0.01f && std::abs(x) < 30000)) return;
  x *= 1.02f;
  ++off.all;
  off.refused += first_unpermitted(permitted, packed_halves(came)).has_value();
}

}  // namespace assay::ops::halves
