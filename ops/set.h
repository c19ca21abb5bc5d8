#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "ops/list.h"

namespace assay::ops {

/// The integers low..high, both included. The range is empty if low > high.
struct Range {
  std::int64_t low, high;
  friend bool operator==(const Range&, const Range&) = default;
};

/// A set of integers, held as ascending, disjoint, non-adjacent, non-empty ranges. If it has a
/// step, only the multiples of the step within the ranges belong to it, and the ends of ranges are
/// such.
class Set {
 public:
  static constexpr std::size_t kMaxRanges = 12;
  static constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

  Set() = default;
  Set(std::int64_t low, std::int64_t high) {
    if (low <= high) ranges_.push_back({low, high});
  }
  static Set all() { return {kLowest, kHighest}; }
  static Set only(std::int64_t value) { return {value, value}; }
  /// All multiples of `step`, which is at least 1.
  static Set multiples(std::int64_t step);

  bool empty() const { return ranges_.empty(); }
  bool contains(std::int64_t value) const;
  std::int64_t lowest() const { return ranges_[0].low; }
  std::int64_t highest() const { return ranges_.back().high; }
  const InlineList<Range, kMaxRanges>& ranges() const { return ranges_; }
  std::int64_t step() const { return step_; }

  /// Adds a range. Returns false, and changes nothing, if the set has a step, or would need more
  /// than kMaxRanges ranges.
  bool add(Range range);
  Set intersect(const Set& other) const {
    if (ranges_.size() != 1 || other.ranges_.size() != 1 || step_ != 1 || other.step_ != 1)
      return intersect_all(other);
    return {std::max(lowest(), other.lowest()), std::min(highest(), other.highest())};
  }
  /// This set without `other`. If the result needs more than kMaxRanges ranges, the last are left
  /// out.
  Set minus(const Set& other) const;

  /// The number of members; 2^64−1 if there are more.
  std::uint64_t count() const;
  /// The member with this rank. Ranks ascend from 0; the rank must be below count().
  std::int64_t at(std::uint64_t rank) const;
  /// The member nearest to `value`, the lower of two at the same distance. The set must not be
  /// empty.
  std::int64_t nearest(std::int64_t value) const;

  /// The set as text, such as `1 .. 4 | 6`.
  std::string text() const;

  friend bool operator==(const Set&, const Set&) = default;

 private:
  Set intersect_all(const Set& other) const;
  /// Adds what the step leaves of a range that lies behind all others, if there is room.
  void append(Range range);
  /// Adds the part of `range` that are no multiples of `step`, as far as there is room.
  void append_between(Range range, std::int64_t step);

  InlineList<Range, kMaxRanges> ranges_;
  std::int64_t step_ = 1;
};

/// One set for each entry of a list.
using Sets = InlineList<Set, kMaxEntries>;

}  // namespace assay::ops
