// A set of integers is a list of ascending ranges. Drawing, validating, violating and repairing all
// use the few operations in this file.
#include "ops/set.h"

#include <cassert>
#include <numeric>

namespace assay::ops {
namespace {

std::uint64_t width(Range r, std::int64_t step) {
  const std::uint64_t less_one =
      (static_cast<std::uint64_t>(r.high) - static_cast<std::uint64_t>(r.low)) /
      static_cast<std::uint64_t>(step);
  return less_one == std::numeric_limits<std::uint64_t>::max() ? less_one : less_one + 1;
}

/// The greatest multiple of `step` that is at most `value`; nothing below the least integer.
std::int64_t floor_to(std::int64_t value, std::int64_t step) {
  const std::int64_t rest = value % step;
  return rest == 0 ? value : rest > 0 ? value - rest : value - rest - step;
}

bool touches(Range a, Range b) {
  return a.low <= (b.high == Set::kHighest ? b.high : b.high + 1) &&
         b.low <= (a.high == Set::kHighest ? a.high : a.high + 1);
}

}  // namespace

Set Set::multiples(std::int64_t step) {
  Set set;
  set.step_ = step;
  set.ranges_.push_back({kLowest / step * step, kHighest / step * step});
  return set;
}

void Set::append(Range range) {
  if (step_ != 1) {
    const std::int64_t least = kLowest / step_ * step_, most = kHighest / step_ * step_;
    if (range.high < least || range.low > most) return;
    range.high = floor_to(range.high, step_);
    // Rounded up: the multiple that is not below.
    const std::int64_t low = std::max(range.low, least), below = floor_to(low, step_);
    range.low = below == low ? low : below + step_;
  }
  if (range.low <= range.high && !ranges_.full()) ranges_.push_back(range);
}

void Set::append_between(Range range, std::int64_t step) {
  while (range.low <= range.high && !ranges_.full()) {
    const std::int64_t next = floor_to(range.low, step);
    if (next == range.low) {
      ++range.low;
      continue;
    }
    const std::int64_t last = std::min(range.high, next + (step - 1));
    append({range.low, last});
    if (last == range.high) return;
    range.low = last + 1;
  }
}

bool Set::contains(std::int64_t value) const {
  if (value % step_ != 0) return false;
  for (Range r : ranges_)
    if (r.low <= value && value <= r.high) return true;
  return false;
}

bool Set::add(Range range) {
  if (range.low > range.high) return true;
  if (step_ != 1) return false;
  InlineList<Range, kMaxRanges> merged;
  bool placed = false;
  for (Range r : ranges_) {
    if (touches(r, range)) {
      range = {std::min(r.low, range.low), std::max(r.high, range.high)};
      continue;
    }
    if (!placed && range.high < r.low) {
      if (merged.full()) return false;
      merged.push_back(range);
      placed = true;
    }
    if (merged.full()) return false;
    merged.push_back(r);
  }
  if (!placed) {
    if (merged.full()) return false;
    merged.push_back(range);
  }
  ranges_ = merged;
  return true;
}

Set Set::intersect_all(const Set& other) const {
  Set result;
  // A common multiple beyond all integers leaves 0 alone.
  std::int64_t common = 0;
  if (__builtin_mul_overflow(step_ / std::gcd(step_, other.step_), other.step_, &common))
    return contains(0) && other.contains(0) ? only(0) : result;
  result.step_ = common;
  for (Range a : ranges_)
    for (Range b : other.ranges_) {
      const Range both{std::max(a.low, b.low), std::min(a.high, b.high)};
      if (both.low <= both.high) result.append(both);
    }
  return result;
}

Set Set::minus(const Set& other) const {
  Set result;
  result.step_ = step_;
  const bool gaps = step_ == 1 && other.step_ != 1;
  for (Range r : ranges_) {
    bool rest = true;
    for (Range o : other.ranges_) {
      if (o.high < r.low) continue;
      if (o.low > r.high) break;
      if (o.low > r.low) result.append({r.low, o.low - 1});
      if (gaps)
        result.append_between({std::max(r.low, o.low), std::min(r.high, o.high)}, other.step_);
      if (o.high >= r.high) {
        rest = false;
        break;
      }
      r.low = o.high + 1;
    }
    if (rest) result.append(r);
  }
  return result;
}

std::uint64_t Set::count() const {
  std::uint64_t count = 0;
  for (Range r : ranges_)
    if (__builtin_add_overflow(count, width(r, step_), &count))
      return std::numeric_limits<std::uint64_t>::max();
  return count;
}

std::int64_t Set::at(std::uint64_t rank) const {
  for (Range r : ranges_) {
    if (rank < width(r, step_))
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(r.low) +
                                       rank * static_cast<std::uint64_t>(step_));
    rank -= width(r, step_);
  }
  assert(false && "rank beyond the set");
  return 0;
}

std::int64_t Set::nearest(std::int64_t value) const {
  assert(!empty());
  const auto distance = [&](std::int64_t a) {
    return a < value ? static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(a)
                     : static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(value);
  };
  std::int64_t best = lowest();
  for (Range r : ranges_) {
    const std::int64_t here = floor_to(std::clamp(value, r.low, r.high), step_);
    if (distance(here) < distance(best)) best = here;
    if (here < r.high && distance(here + step_) < distance(best)) best = here + step_;
  }
  return best;
}

std::string Set::text() const {
  std::string text;
  for (Range r : ranges_) {
    if (!text.empty()) text += " | ";
    text += std::to_string(r.low);
    if (r.low != r.high) text += " .. " + std::to_string(r.high);
  }
  if (step_ != 1) text = "multiples of " + std::to_string(step_) + " in " + text;
  return text.empty() ? "nothing" : text;
}

}  // namespace assay::ops
