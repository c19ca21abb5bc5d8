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

#include <Eigen/Core>
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

Eigen::Map<const Eigen::ArrayXd> array_of(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
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

/// A lane's sum, how far it may be off, and what no partial sum's magnitude is above.
struct SumBounds::Reach {
  double sum, bound, most;
};

SumBounds::SumBounds(const FloatFormat& format, bool flush, std::size_t lanes)
    : format_(format), flush_(flush), lanes_(lanes) {
  assert(lanes <= kMaxLanes);
  for (std::size_t i = 0; i < lanes; ++i) {
    sums_.positives[i] = sums_.negatives[i] = 0;
    sums_.positive_terms[i] = sums_.negative_terms[i] = 0;
    exact_up_to_[i] = kInfinity;
    seen_[i] = 0;
  }
}

/// What each term adds to the sums of its lane. False where one is not finite: it adds nothing.
/// Signs come at random, so no branch hangs on them.
bool SumBounds::split(std::span<const double> terms, Sums& shares) const {
  const double largest = format_.largest;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double x = std::abs(terms[i]) <= largest ? terms[i] : 0.0;
    const double up = (std::abs(x) + x) / 2, down = (std::abs(x) - x) / 2;
    shares.positives[i] = up;
    shares.negatives[i] = down;
    shares.positive_terms[i] = up > 0 ? 1.0 : 0.0;
    shares.negative_terms[i] = down > 0 ? 1.0 : 0.0;
  }
  // Zero times what is not finite is NaN. (A flag in the loop would keep g++ from vectors.)
  return (array_of(terms) * 0.0).sum() == 0;
}

/// exact_up_to_ of a lane that has come to its sums with this term.
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
  for (std::size_t i = 0; i < lanes_; ++i) {
    sums_.positives[i] += shares.positives[i];
    sums_.negatives[i] += shares.negatives[i];
    sums_.positive_terms[i] += shares.positive_terms[i];
    sums_.negative_terms[i] += shares.negative_terms[i];
  }
  for (std::size_t i = 0; i < lanes_; ++i)
    exact_up_to_[i] = exact_with(terms[i], i, exact_up_to_[i]);
  for (std::size_t i = 0; !all_finite && i < lanes_; ++i) seen_[i] |= special(terms[i]);
}

void SumBounds::run(std::span<const double> terms) {
  assert(!terms.empty() && terms.size() <= kMaxLanes);
  const std::size_t last = lanes_ - 1;
  lanes_ = terms.size();
  Sums shares;
  const bool all_finite = split(terms, shares);
  double positives = sums_.positives[last], negatives = sums_.negatives[last];
  double positive_terms = sums_.positive_terms[last], negative_terms = sums_.negative_terms[last];
  for (std::size_t i = 0; i < lanes_; ++i) {
    sums_.positives[i] = positives += shares.positives[i];
    sums_.negatives[i] = negatives += shares.negatives[i];
    sums_.positive_terms[i] = positive_terms += shares.positive_terms[i];
    sums_.negative_terms[i] = negative_terms += shares.negative_terms[i];
  }
  double exact_up_to = exact_up_to_[last];
  std::uint8_t seen = seen_[last];
  for (std::size_t i = 0; i < lanes_; ++i)
    exact_up_to_[i] = exact_up_to = exact_with(terms[i], i, exact_up_to);
  for (std::size_t i = 0; i < lanes_; ++i) seen_[i] = all_finite ? seen : seen |= special(terms[i]);
}

inline SumBounds::Reach SumBounds::reach(std::size_t i, const Growth& growth) const {
  // By a factor rather than a branch, as all here.
  const double inexact = exact_up_to_[i] >= 0 ? 0.0 : 1.0;
  const double terms = sums_.positive_terms[i] + sums_.negative_terms[i];
  const double relative = inexact * growth.relative(terms);
  const double magnitude = sums_.positives[i] + sums_.negatives[i];
  return {sums_.positives[i] - sums_.negatives[i],
          magnitude * relative + inexact * terms * growth.flushed, magnitude * (1 + relative)};
}

void SumBounds::write(double* low, double* high, std::uint8_t* also) const {
  const Growth growth{format_.unit_roundoff(), flush_ ? 2 * format_.smallest_normal : 0};
  const FloatFormat format = format_;
  // What is special is looked for first and seen to afterwards, so that lanes go side by side.
  Lanes most;
  unsigned seen = 0;
  for (std::size_t i = 0; i < lanes_; ++i) {
    const Reach r = reach(i, growth);
    const double least = r.sum - r.bound, largest = r.sum + r.bound;
    low[i] = format.round(least < -format.largest ? -format.largest : least);
    high[i] = format.round(largest > format.largest ? format.largest : largest);
    most[i] = r.most;
  }
  for (std::size_t i = 0; i < lanes_; ++i) {
    also[i] = 0;
    seen |= seen_[i];
  }
  if (!seen && array_of({most.data(), lanes_}).maxCoeff() < format.overflow) return;
  for (std::size_t i = 0; i < lanes_; ++i)
    if (const Reach r = reach(i, growth); seen_[i] || r.most >= format.overflow)
      write_special(i, growth, r, low[i], high[i], also[i]);
}

void SumBounds::write_special(std::size_t lane, const Growth& growth, const Reach& reach,
                              double& low, double& high, std::uint8_t& also) const {
  constexpr std::uint8_t kBoth = PermittedTensor::kPlusInfinity | PermittedTensor::kMinusInfinity;
  const auto overflows = [&](double sum, double terms) {
    const double error = exact_up_to_[lane] >= 0 ? 0 : growth.relative(terms);
    return sum * (1 + error) >= format_.overflow;
  };
  also = seen_[lane];
  if (overflows(sums_.positives[lane], sums_.positive_terms[lane]))
    also |= PermittedTensor::kPlusInfinity;
  if (overflows(sums_.negatives[lane], sums_.negative_terms[lane]))
    also |= PermittedTensor::kMinusInfinity;
  if ((also & kBoth) == kBoth) also |= PermittedTensor::kNan;
  if (seen_[lane] & PermittedTensor::kNan || (seen_[lane] & kBoth) == kBoth)
    also = PermittedTensor::kNan;
  else if (seen_[lane])
    also &= static_cast<std::uint8_t>(seen_[lane] | PermittedTensor::kNan);
  if (!seen_[lane] && std::abs(reach.sum) - reach.bound < format_.overflow) {
    low = format_.round(std::clamp(reach.sum - reach.bound, -format_.largest, format_.largest));
    high = format_.round(std::clamp(reach.sum + reach.bound, -format_.largest, format_.largest));
  } else {
    low = kInfinity;
    high = -kInfinity;
  }
}

}  // namespace assay::ops
