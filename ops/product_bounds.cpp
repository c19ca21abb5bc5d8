// Each product of some terms lies between the product of all terms below 1 and that of all terms
// above 1. If neither end leaves the format's normal numbers, each multiplication has a relative
// error of one rounding at most. If an end does, partial products may vanish or become infinite in
// one order and not in another, and little can be said.
#include "ops/product_bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ops/arithmetic/with_avx2.h"

namespace assay::ops {
namespace {

using Also = PermittedTensor::Also;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// No finite value.
constexpr ProductBounds::Range nothing(std::uint8_t also) { return {1, -1, also}; }

constexpr std::uint64_t kSignificand = 0x000f'ffff'ffff'ffff;

/// The magnitude of a normal double as a fraction in 0.5 .. 1 and a power of two, as frexp gives
/// them.
struct Parts {
  std::uint64_t bits;
  double fraction;
  int exponent;

  explicit Parts(double x)
      : bits(std::bit_cast<std::uint64_t>(x)),
        fraction(std::bit_cast<double>((bits & kSignificand) | std::uint64_t{1022} << 52)),
        exponent(static_cast<int>(bits >> 52 & 0x7ff) - 1022) {}
  bool is_usual() const { return exponent > -1022 && exponent < 0x7ff - 1022; }
  /// The odd factor of the significand.
  double odd() const {
    const std::uint64_t significand = (bits & kSignificand) | (kSignificand + 1);
    return static_cast<double>(significand >> std::countr_zero(significand));
  }
};

/// Terms are multiplied in lanes, in blocks whose product no double is too narrow for.
constexpr std::size_t kLanes = 8, kBlock = 512;
std::size_t whole(std::size_t count) { return count - count % kLanes; }

/// What up to kBlock terms come to, whose number is a multiple of kLanes.
struct Block {
  std::size_t count;
  /// Whether all are finite, and none is zero. Else nothing else counts.
  bool is_usual;
  bool negative;
  double fraction;
  std::int64_t exponent, lowest, highest;
};

ASSAY_WITH_AVX2 Block block_of(std::span<const float> terms) {
  double fractions[kLanes];
  std::int64_t exponents[kLanes] = {}, lowest[kLanes] = {}, highest[kLanes] = {};
  std::uint64_t signs[kLanes] = {}, unusual[kLanes] = {};
  std::fill_n(fractions, kLanes, 1.0);
  for (std::size_t k = 0; k < terms.size(); k += kLanes)
    for (std::size_t i = 0; i < kLanes; ++i) {
      const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(terms[k + i]));
      const auto biased = static_cast<std::int64_t>(bits >> 52 & 0x7ff);
      const std::int64_t exponent = biased - 1022;
      fractions[i] *= std::bit_cast<double>((bits & kSignificand) | std::uint64_t{1022} << 52);
      exponents[i] += exponent;
      lowest[i] += exponent < 1 ? exponent - 1 : 0;
      highest[i] += exponent > 0 ? exponent : 0;
      signs[i] ^= bits >> 63;
      unusual[i] |= biased == 0 || biased == 0x7ff ? 1u : 0u;
    }
  Block all{terms.size(), true, false, 1, 0, 0, 0};
  for (std::size_t i = 0; i < kLanes; ++i) {
    all.is_usual &= unusual[i] == 0;
    all.negative ^= signs[i] != 0;
    all.fraction *= fractions[i];
    all.exponent += exponents[i];
    all.lowest += lowest[i];
    all.highest += highest[i];
  }
  return all;
}

int exponent_of(double x) { return Parts(x).exponent; }

/// significand · 2^exponent, as ldexp gives it where the result is no denormal.
double scaled(double significand, std::int64_t exponent) {
  return std::abs(exponent) < 1000
             ? significand *
                   std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52)
             : std::ldexp(significand, static_cast<int>(exponent));
}

}  // namespace

inline void ProductBounds::scale(double fraction, std::int64_t exponent) {
  significand_ *= fraction;
  const bool carries = significand_ < 0.5;
  significand_ *= carries ? 2 : 1;
  exponent_ += exponent - carries;
}

[[gnu::always_inline]] inline void ProductBounds::take(double term) {
  const Parts parts(term);
  negative_ ^= std::signbit(term);
  if (!parts.is_usual()) {
    nan_ |= std::isnan(term);
    infinity_ |= std::isinf(term);
    zero_ |= term == 0;
    return;
  }
  ++terms_;
  scale(parts.fraction, parts.exponent);
  // The term lies in 2^(exponent − 1) .. 2^exponent.
  lowest_ += std::min(parts.exponent - 1, 0);
  highest_ += std::max(parts.exponent, 0);
  if (!is_rounded()) odd_ *= parts.odd();
}

void ProductBounds::multiply(double term) { take(term); }

void ProductBounds::multiply_all(std::span<const float> terms) {
  // Once the product has more bits than the format, only its size matters.
  while (!terms.empty() && !is_rounded()) {
    take(terms.front());
    terms = terms.subspan(1);
  }
  while (terms.size() >= kLanes) {
    const Block block = block_of(terms.first(std::min(kBlock, whole(terms.size()))));
    if (block.is_usual) {
      terms_ += block.count;
      negative_ ^= block.negative;
      lowest_ += block.lowest;
      highest_ += block.highest;
      const Parts parts(block.fraction);
      scale(parts.fraction, block.exponent + parts.exponent);
    } else {
      for (const float term : terms.first(block.count)) take(term);
    }
    terms = terms.subspan(block.count);
  }
  for (const float term : terms) take(term);
}

/// How many binades roundings may move a product beyond its bounds. The factor (1 + u)^n is below 2
/// where 2nu is.
std::int64_t ProductBounds::drift() const {
  return 2 * static_cast<std::int64_t>(2 * static_cast<double>(terms_) * format_.unit_roundoff());
}

bool ProductBounds::overflows() const { return highest_ + drift() >= exponent_of(format_.largest); }

bool ProductBounds::underflows() const {
  return lowest_ - drift() <= exponent_of(format_.smallest_normal);
}

ProductBounds::Range ProductBounds::zero() const {
  // A partial product may be infinite before it meets the zero.
  return {0, 0, static_cast<std::uint8_t>(overflows() ? Also::kNan : 0)};
}

ProductBounds::Range ProductBounds::finite() const {
  const std::int64_t most = exponent_of(format_.largest);
  const bool overflows = this->overflows(), underflows = this->underflows();
  const std::uint8_t infinity = negative_ ? Also::kMinusInfinity : Also::kPlusInfinity;
  std::uint8_t also = 0;
  if (overflows) also |= infinity;
  if (overflows && underflows) also |= Also::kNan;
  const auto largest = static_cast<float>(format_.largest);
  Range range{0, largest, also};
  if (!underflows && exponent_ <= most + 1) {
    const double exact = scaled(significand_, exponent_);
    double slack = 0;
    // The factor (1 + u)^n is at most 1 + 2nu where nu is less than 1. The last term is for the
    // roundings of the exact product.
    const double n = static_cast<double>(terms_);
    if (is_rounded()) slack = 2 * n * format_.unit_roundoff() + n * 0x1p-52;
    if (slack < 0.5) {
      const double low = exact * (1 - slack), high = exact * (1 + slack);
      range.low = low > format_.largest ? largest : format_.round(low);
      if (range.low > low && slack > 0) range.low = std::nextafter(range.low, 0.0f);
      range.high = high > format_.largest ? largest : format_.round(high);
      if (range.high < high && slack > 0) range.high = std::nextafter(range.high, kInfinity);
      range.high = std::min(range.high, largest);
      if (high >= format_.overflow) range.also |= infinity;
      if (low >= format_.overflow) range = nothing(range.also);
    }
  } else if (!underflows) {
    // The exact product is beyond the format, and no rounding brings it back.
    range = nothing(also);
  }
  // A single term is multiplied by 1 alone.
  if (terms_ == 1 && underflows)
    range.high = static_cast<float>(std::ldexp(significand_, static_cast<int>(exponent_)));
  if (negative_ && range.low <= range.high) range = {-range.high, -range.low, range.also};
  return range;
}

Interval ProductBounds::Range::set() const {
  Interval all = low <= high ? Interval::from_to(low, high) : Interval();
  if (low <= 0 && high >= 0) all.flags |= Interval::kZeros;
  if (also & Also::kNan) all.flags |= Interval::kNan;
  if (also & Also::kPlusInfinity) all.flags |= Interval::kPlusInfinity;
  if (also & Also::kMinusInfinity) all.flags |= Interval::kMinusInfinity;
  return all;
}

ProductBounds::Range ProductBounds::range() const {
  if (nan_ || (zero_ && infinity_)) return nothing(Also::kNan);
  if (zero_) return zero();
  if (!infinity_) return finite();
  // A partial product may vanish before it meets the infinity.
  return nothing(static_cast<std::uint8_t>(
      (negative_ ? Also::kMinusInfinity : Also::kPlusInfinity) | (underflows() ? Also::kNan : 0)));
}

}  // namespace assay::ops
