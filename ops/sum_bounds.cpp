// A sum of n terms that are not zero, in any order, with unit roundoff u, is off by at most
// (n−1)·u·Σ|x| (Jeannerod and Rump, 2013), and then rounded once more to the terms' format. With P
// the sum of the positive terms and M of the negative ones' magnitudes, every partial sum lies in
// −M..P. So where all terms are multiples of a power of two q and neither P nor M is above 2^p·q,
// every partial sum has at most p bits, and nothing is rounded.
//
// The sums here are doubles. Their own error is below (n−1)·2^−52·Σ|x|, so it is paid for by a
// slightly larger u, and needs no compensation.
//
// Rounding is monotone, so no computed partial sum is above that of the positive terms alone in the
// same order: P and the error of a sum of so many terms. Where that may overflow, +inf may come
// out, and so −inf for the negative ones; where both may, NaN too.
#include "ops/sum_bounds.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "ops/permitted.h"

namespace assay::ops {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The weight of the lowest bit that is set in x; infinite for zero.
double lowest_bit(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  if (x == 0) return kInfinity;
  const std::uint64_t significand = (bits & 0x000f'ffff'ffff'ffffu) | 0x0010'0000'0000'0000u;
  const std::uint64_t exponent =
      (bits >> 52 & 0x7ff) - 52 + static_cast<std::uint64_t>(std::countr_zero(significand));
  return std::bit_cast<double>(exponent << 52);
}

}  // namespace

/// How far a sum may be off.
struct SumBounds::Growth {
  double unit_roundoff;
  /// Of each term, by flushing it or a sum that it is part of.
  double flushed;

  /// Of a sum of `terms` terms, relative to the sum of their magnitudes.
  double relative(double terms) const {
    return std::max(0.0, terms - 1) * (unit_roundoff + 0x1p-51) * (1 + terms * 0x1p-51);
  }
};

SumBounds::SumBounds(const FloatFormat& format, bool flush, std::size_t lanes)
    : format_(format), flush_(flush), lanes_(lanes) {
  assert(lanes <= kMaxLanes);
  std::fill_n(positives_.begin(), lanes, 0);
  std::fill_n(negatives_.begin(), lanes, 0);
  std::fill_n(positive_terms_.begin(), lanes, 0);
  std::fill_n(negative_terms_.begin(), lanes, 0);
  std::fill_n(exact_up_to_.begin(), lanes, kInfinity);
  std::fill_n(seen_.begin(), lanes, 0);
}

void SumBounds::add(std::span<const double> terms) {
  assert(terms.size() == lanes_);
  for (std::size_t i = 0; i < lanes_; ++i) {
    const double x = terms[i];
    if (!(std::abs(x) <= format_.largest)) {
      add_special(i, x);
      continue;
    }
    positives_[i] += std::max(x, 0.0);
    negatives_[i] += std::max(-x, 0.0);
    positive_terms_[i] += x > 0;
    negative_terms_[i] += x < 0;
    if (exact_up_to_[i] < 0) continue;
    const double unit = lowest_bit(x);
    const double limit = std::ldexp(1, format_.precision) * unit;
    exact_up_to_[i] = std::min(exact_up_to_[i], limit);
    if (std::max(positives_[i], negatives_[i]) > exact_up_to_[i] ||
        (flush_ && unit < format_.smallest_normal))
      exact_up_to_[i] = -1;
  }
}

void SumBounds::add_special(std::size_t lane, double term) {
  seen_[lane] |= std::isnan(term) ? PermittedTensor::kNan
                 : term > 0       ? PermittedTensor::kPlusInfinity
                                  : PermittedTensor::kMinusInfinity;
}

void SumBounds::write(double* low, double* high, std::uint8_t* also) const {
  const Growth growth{format_.unit_roundoff(), flush_ ? 2 * format_.smallest_normal : 0};
  const FloatFormat format = format_;
  for (std::size_t i = 0; i < lanes_; ++i) {
    const bool exact = exact_up_to_[i] >= 0;
    const double terms = positive_terms_[i] + negative_terms_[i];
    const double relative = exact ? 0 : growth.relative(terms);
    const double magnitude = positives_[i] + negatives_[i];
    const double sum = positives_[i] - negatives_[i];
    const double bound = magnitude * relative + (exact ? 0 : terms * growth.flushed);
    low[i] = format.round(std::max(-format.largest, sum - bound));
    high[i] = format.round(std::min(format.largest, sum + bound));
    also[i] = 0;
    if (seen_[i] || magnitude * (1 + relative) >= format.overflow)
      write_special(i, growth, bound, low[i], high[i], also[i]);
  }
}

void SumBounds::write_special(std::size_t lane, const Growth& growth, double bound, double& low,
                              double& high, std::uint8_t& also) const {
  constexpr std::uint8_t kBoth = PermittedTensor::kPlusInfinity | PermittedTensor::kMinusInfinity;
  const auto overflows = [&](double sum, double terms) {
    const double error = exact_up_to_[lane] >= 0 ? 0 : growth.relative(terms);
    return sum * (1 + error) >= format_.overflow;
  };
  also = seen_[lane];
  if (overflows(positives_[lane], positive_terms_[lane])) also |= PermittedTensor::kPlusInfinity;
  if (overflows(negatives_[lane], negative_terms_[lane])) also |= PermittedTensor::kMinusInfinity;
  if ((also & kBoth) == kBoth) also |= PermittedTensor::kNan;
  if (seen_[lane] & PermittedTensor::kNan || (seen_[lane] & kBoth) == kBoth)
    also = PermittedTensor::kNan;
  else if (seen_[lane])
    also &= static_cast<std::uint8_t>(seen_[lane] | PermittedTensor::kNan);
  const double sum = positives_[lane] - negatives_[lane];
  if (!seen_[lane] && std::abs(sum) - bound < format_.overflow) {
    low = format_.round(std::clamp(sum - bound, -format_.largest, format_.largest));
    high = format_.round(std::clamp(sum + bound, -format_.largest, format_.largest));
  } else {
    low = kInfinity;
    high = -kInfinity;
  }
}

}  // namespace assay::ops
