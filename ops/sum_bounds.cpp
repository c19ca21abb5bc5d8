// Let n terms that are not zero be added in any order with unit roundoff u. The sum is off by at
// most (n−1)·u·Σ|x| (Jeannerod and Rump, 2013), and is then rounded once more to the terms' format.
// If no term goes through more than d additions, it is off by at most ((1 + u)^d − 1)·Σ|x|.
// Let P be the sum of the positive terms and M the sum of the negative terms' magnitudes. Every
// partial sum lies in −M..P. So if all terms are multiples of a power of two q, and neither P nor M
// is above 2^p·q, every partial sum has at most p bits, and nothing is rounded.
//
// The sums in this file are doubles, added in any order. Their own error is below (n−1)·2^−52·Σ|x|.
// A slightly larger u covers it, so the sums need no compensation.
//
// Rounding is monotone, so no computed partial sum is above the sum of the positive terms alone,
// added in the same order. That sum is at most P plus the error of a sum of as many terms. If it
// may overflow, the result may be +inf. The same holds for the negative terms and −inf. If both may
// overflow, the result may be NaN, too.
#include "ops/sum_bounds.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/with_avx2.h"
#include "ops/permitted.h"

namespace assay::ops {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The weight of the lowest bit that is set in x; infinity for zero.
double lowest_bit(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  if (x == 0) return kInfinity;
  const std::uint64_t significand = (bits & 0x000f'ffff'ffff'ffffu) | 0x0010'0000'0000'0000u;
  const std::uint64_t exponent =
      (bits >> 52 & 0x7ff) - 52 + static_cast<std::uint64_t>(std::countr_zero(significand));
  return std::bit_cast<double>(exponent << 52);
}

constexpr std::uint64_t kPositive = 1, kNegative = kPositive << 32;
std::uint64_t positives(std::uint64_t counts) { return counts % kNegative; }
std::uint64_t negatives(std::uint64_t counts) { return counts / kNegative; }

/// Converts a count to a double. The count is less than 2^52. It is written into the last bits of
/// the significand of 2^52, which adds it to 2^52; then 2^52 is subtracted. (Processors without
/// AVX-512 cannot convert several 64-bit integers at once.)
double number(std::uint64_t count) {
  return std::bit_cast<double>(count | std::bit_cast<std::uint64_t>(0x1p52)) - 0x1p52;
}

/// Continues a sum by two terms: lane i becomes the sum after the first term, lane i + 1 the sum
/// after both. (Each step waits for the one before, so a step does little with the running sum.)
template <class Sum, std::size_t Lanes>
void go_on(Sum& sum, const std::array<Sum, Lanes>& terms, std::size_t i,
           std::array<Sum, Lanes>& sums) {
  sums[i] = sum + terms[i];
  sums[i + 1] = sum += terms[i] + terms[i + 1];
}

}  // namespace

/// The error bounds of a sum.
template <bool HasDepth>
struct SumBounds::Growth {
  double unit_roundoff;
  /// The error of each term if the term, or a sum that it is part of, is flushed to zero.
  double flushed;
  /// The error of a sum of the depth, relative to the sum of the terms' magnitudes.
  double of_depth;

  /// The error of a sum of `terms` terms, relative to the sum of their magnitudes. There must be
  /// fewer than 2^32 terms.
  double relative(double terms) const {
    // The last factor covers the error of the sums of doubles in this file: 2^32 · 2^−51.
    const double any = (terms - 1) * ((unit_roundoff + 0x1p-51) * (1 + 0x1p-19));
    return HasDepth ? std::min(any, of_depth + (terms - 1) * 0x1p-50) : any;
  }
};

/// A lane's sum, the bound of its error, and a limit that no partial sum's magnitude exceeds.
struct SumBounds::Reach {
  double sum, bound, most;
};

Summation Summation::of(DataType type, const FloatModel& model) {
  if (type == DataType::FLOAT32) return {kFloat32, kFloat32, model.flush32, model.depth};
  // Sums of FLOAT16 values are no denormals of FLOAT32, and vload_half and vstore_half flush none.
  // Halves may be flushed where they are computed with.
  const bool may_be_half = model.is_free() || model.in_half;
  return {may_be_half ? kFloat16 : kFloat32, kFloat16, model.in_half && model.flush16, model.depth};
}

SumBounds::SumBounds(const Summation& summation, std::size_t lanes)
    : format_(summation.accumulator),
      stored_(summation.stored),
      flush_(summation.flush),
      depth_(summation.depth),
      lanes_(lanes) {
  assert(lanes <= kMaxLanes);
  for (std::size_t i = 0; i < lanes; ++i) {
    sums_.positives[i] = sums_.negatives[i] = 0;
    sums_.terms[i] = 0;
    exact_up_to_[i] = kInfinity;
    seen_[i] = 0;
  }
}

/// Computes what each term adds to the sums of its lane. A term that is not finite adds nothing,
/// and the result is then false. Signs are random, so no branch depends on them.
ASSAY_WITH_AVX2 bool SumBounds::split(std::span<const double> terms, Sums& shares) const {
  const double largest = format_.largest;
  // This flag is as wide as a double, because a bool would keep g++ from using vectors.
  std::uint64_t specials = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool finite = std::abs(terms[i]) <= largest;
    const double x = finite ? terms[i] : 0.0;
    specials |= finite ? 0u : 1u;
    shares.positives[i] = x > 0 ? x : 0.0;
    shares.negatives[i] = x < 0 ? -x : 0.0;
    shares.terms[i] = (x > 0 ? kPositive : 0) | (x < 0 ? kNegative : 0);
  }
  return specials == 0;
}

/// The value of exact_up_to_ for a lane whose sums now include this term.
inline double SumBounds::exact_with(double term, std::size_t lane, double exact_up_to) const {
  if (exact_up_to < 0 || special(term)) return exact_up_to;
  const double unit = lowest_bit(term);
  exact_up_to = std::min(exact_up_to, unit / format_.unit_roundoff());
  const double most = std::max(sums_.positives[lane], sums_.negatives[lane]);
  return most > exact_up_to || (flush_ && unit < format_.smallest_normal) ? -1 : exact_up_to;
}

inline std::uint8_t SumBounds::special(double term) const {
  if (std::abs(term) <= format_.largest) return 0;
  return std::isnan(term) ? PermittedTensor::kNan
         : term > 0       ? PermittedTensor::kPlusInfinity
                          : PermittedTensor::kMinusInfinity;
}

void SumBounds::add(std::span<const double> terms) {
  assert(terms.size() == lanes_);
  Sums shares;
  const bool all_finite = split(terms, shares);
  seen_any_ |= !all_finite;
  for (std::size_t i = 0; i < lanes_; ++i) {
    sums_.positives[i] += shares.positives[i];
    sums_.negatives[i] += shares.negatives[i];
    sums_.terms[i] += shares.terms[i];
  }
  for (std::size_t i = 0; i < lanes_; ++i)
    exact_up_to_[i] = exact_with(terms[i], i, exact_up_to_[i]);
  for (std::size_t i = 0; !all_finite && i < lanes_; ++i) seen_[i] |= special(terms[i]);
}

ASSAY_WITH_AVX2 void SumBounds::run(std::span<const double> terms) {
  assert(!terms.empty() && terms.size() <= kMaxLanes);
  const std::size_t last = lanes_ - 1;
  lanes_ = terms.size();
  Sums shares;
  const bool all_finite = split(terms, shares);
  seen_any_ |= !all_finite;
  if (lanes_ % 2) {
    // The last step of the loop reads one lane beyond the last.
    shares.positives[lanes_] = shares.negatives[lanes_] = 0;
    shares.terms[lanes_] = 0;
  }
  double positives = sums_.positives[last], negatives = sums_.negatives[last];
  Counts counts = sums_.terms[last];
  for (std::size_t i = 0; i < lanes_; i += 2) {
    go_on(positives, shares.positives, i, sums_.positives);
    go_on(negatives, shares.negatives, i, sums_.negatives);
    go_on(counts, shares.terms, i, sums_.terms);
  }
  double exact_up_to = exact_up_to_[last];
  std::uint8_t seen = seen_[last];
  std::size_t exact = 0;
  for (; exact < lanes_ && exact_up_to >= 0; ++exact)
    exact_up_to_[exact] = exact_up_to = exact_with(terms[exact], exact, exact_up_to);
  std::fill_n(exact_up_to_.data() + exact, lanes_ - exact, exact_up_to);
  std::fill_n(seen_.begin(), lanes_, seen);
  for (std::size_t i = 0; !all_finite && i < lanes_; ++i) seen_[i] = seen |= special(terms[i]);
}

template <bool HasDepth>
inline SumBounds::Reach SumBounds::reach(std::size_t i, const Growth<HasDepth>& growth) const {
  const double terms = number(positives(sums_.terms[i]) + negatives(sums_.terms[i]));
  const double relative = growth.relative(terms);
  const double magnitude = sums_.positives[i] + sums_.negatives[i];
  return {
      sums_.positives[i] - sums_.negatives[i],
      exact_up_to_[i] >= 0 ? 0.0 : magnitude * relative + terms * growth.flushed * (1 + relative),
      magnitude + magnitude * relative};
}

template <bool IsFloat, bool HasDepth>
[[gnu::always_inline]] inline void SumBounds::write_with(std::int32_t* low, std::int32_t* high,
                                                         std::uint8_t* also) const {
  const auto rounded = [format = stored_](double x) {
    return IsFloat ? key_of(static_cast<float>(x)) : half_key_of(format.round(x));
  };
  const Growth<HasDepth> growth{
      format_.unit_roundoff(), flush_ ? 2 * format_.smallest_normal : 0,
      HasDepth ? std::expm1(depth_ * format_.unit_roundoff()) * (1 + 0x1p-40) : 0};
  // The first loop only notes special results, so that it can treat several lanes at once. The
  // second loop handles them.
  std::uint64_t overflows = 0;
  for (std::size_t i = 0; i < lanes_; ++i) {
    const Reach r = reach(i, growth);
    const double least = r.sum - r.bound, largest = r.sum + r.bound;
    low[i] = rounded(least < -stored_.largest ? -stored_.largest : least);
    high[i] = rounded(largest > stored_.largest ? stored_.largest : largest);
    overflows |= r.most < stored_.overflow ? 0u : 1u;
  }
  std::fill_n(also, lanes_, std::uint8_t{0});
  if (!seen_any_ && !overflows) return;
  for (std::size_t i = 0; i < lanes_; ++i)
    if (const Reach r = reach(i, growth); seen_[i] || r.most >= stored_.overflow)
      write_special(i, growth, r, low[i], high[i], also[i]);
}

ASSAY_WITH_AVX2 void SumBounds::write(std::int32_t* low, std::int32_t* high,
                                      std::uint8_t* also) const {
  const bool is_float = stored_ == kFloat32, has_depth = depth_ != SumModel::kAnyOrder;
  if (is_float && !has_depth)
    write_with<true, false>(low, high, also);
  else if (is_float)
    write_with<true, true>(low, high, also);
  else if (!has_depth)
    write_with<false, false>(low, high, also);
  else
    write_with<false, true>(low, high, also);
}

template <bool HasDepth>
void SumBounds::write_special(std::size_t lane, const Growth<HasDepth>& growth, const Reach& reach,
                              std::int32_t& low, std::int32_t& high, std::uint8_t& also) const {
  constexpr std::uint8_t kBoth = PermittedTensor::kPlusInfinity | PermittedTensor::kMinusInfinity;
  const auto overflows = [&](double sum, double terms) {
    const double error = exact_up_to_[lane] >= 0 ? 0 : growth.relative(terms);
    return sum * (1 + error) >= format_.overflow;
  };
  also = seen_[lane];
  if (overflows(sums_.positives[lane], number(positives(sums_.terms[lane]))))
    also |= PermittedTensor::kPlusInfinity;
  if (overflows(sums_.negatives[lane], number(negatives(sums_.terms[lane]))))
    also |= PermittedTensor::kMinusInfinity;
  if ((also & kBoth) == kBoth) also |= PermittedTensor::kNan;
  if (seen_[lane] & PermittedTensor::kNan || (seen_[lane] & kBoth) == kBoth)
    also = PermittedTensor::kNan;
  else if (seen_[lane])
    also &= static_cast<std::uint8_t>(seen_[lane] | PermittedTensor::kNan);
  // A sum that the accumulator holds may be too large for the stored format.
  const double least = reach.sum - reach.bound, largest = reach.sum + reach.bound;
  if (!seen_[lane] && stored_ != format_) {
    if (largest >= stored_.overflow) also |= PermittedTensor::kPlusInfinity;
    if (least <= -stored_.overflow) also |= PermittedTensor::kMinusInfinity;
  }
  if (!seen_[lane] && least < stored_.overflow && largest > -stored_.overflow) {
    const auto rounded = [this](double x) {
      const float value = stored_.round(std::clamp(x, -stored_.largest, stored_.largest));
      return stored_ == kFloat32 ? key_of(value) : half_key_of(value);
    };
    low = rounded(least);
    high = rounded(largest);
  } else {
    low = 1;
    high = 0;
  }
}

}  // namespace assay::ops
