// A set of integers is a list of ascending ranges. Drawing, validating, violating and repairing all
// use the few operations in this file.
#include "ops/set.h"

#include <cassert>

namespace assay::ops {
namespace {

std::uint64_t width(Range r) {
  const std::uint64_t less_one =
      static_cast<std::uint64_t>(r.high) - static_cast<std::uint64_t>(r.low);
  return less_one == std::numeric_limits<std::uint64_t>::max() ? less_one : less_one + 1;
}

bool touches(Range a, Range b) {
  return a.low <= (b.high == Set::kHighest ? b.high : b.high + 1) &&
         b.low <= (a.high == Set::kHighest ? a.high : a.high + 1);
}

}  // namespace

bool Set::contains(std::int64_t value) const {
  for (Range r : ranges_)
    if (r.low <= value && value <= r.high) return true;
  return false;
}

bool Set::add(Range range) {
  if (range.low > range.high) return true;
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
  for (Range a : ranges_)
    for (Range b : other.ranges_) {
      const Range both{std::max(a.low, b.low), std::min(a.high, b.high)};
      if (both.low <= both.high && !result.ranges_.full()) result.ranges_.push_back(both);
    }
  return result;
}

Set Set::minus(const Set& other) const {
  Set result;
  for (Range r : ranges_) {
    bool rest = true;
    for (Range o : other.ranges_) {
      if (o.high < r.low) continue;
      if (o.low > r.high) break;
      if (o.low > r.low && !result.ranges_.full()) result.ranges_.push_back({r.low, o.low - 1});
      if (o.high >= r.high) {
        rest = false;
        break;
      }
      r.low = o.high + 1;
    }
    if (rest && !result.ranges_.full()) result.ranges_.push_back(r);
  }
  return result;
}

std::uint64_t Set::count() const {
  std::uint64_t count = 0;
  for (Range r : ranges_)
    if (__builtin_add_overflow(count, width(r), &count))
      return std::numeric_limits<std::uint64_t>::max();
  return count;
}

std::int64_t Set::at(std::uint64_t rank) const {
  for (Range r : ranges_) {
    if (rank < width(r)) return static_cast<std::int64_t>(static_cast<std::uint64_t>(r.low) + rank);
    rank -= width(r);
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
    const std::int64_t here = std::clamp(value, r.low, r.high);
    if (distance(here) < distance(best)) best = here;
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
  return text.empty() ? "nothing" : text;
}

}  // namespace assay::ops
