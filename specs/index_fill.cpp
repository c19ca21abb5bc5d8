// This file makes indices. A row of indices is one number in the mixed radix of the extents that
// its entries index. A fill chooses that number, and so makes rows that are distinct, equal, or
// among a few.
#include "specs/index_fill.h"

#include <numeric>

#include "ops/hash.h"
#include "ops/problem.h"

namespace assay::specs {
namespace {

/// The values that one entry of a row may have.
struct Extent {
  std::int64_t low, count;  // the values are low .. low + count − 1
  std::int64_t negative;    // index − negative is the same element from the end; 0: none
};

using Extents = ops::InlineList<Extent, ops::kMaxEntries>;

Extent extent_at(const Case& c, const DataRule& rule, std::int64_t j, bool negatives) {
  ops::Set set;
  if (!rule.in->set(c.descriptor, set, j) || set.empty()) return {0, 1, 0};
  const std::int64_t negative =
      negatives && rule.negative ? rule.negative->integer(c.descriptor, j).value_or(0) : 0;
  return {set.lowest(), set.highest() - set.lowest() + 1, negative};
}

Extents extents_of(const Case& c, const DataRule& rule, const ops::TensorDesc& t, bool shared) {
  const bool negatives = c.level >= rule.from && is_signed(t.type);
  const std::int64_t columns = rule.each ? t.sizes.back() : 1;
  Extents extents;
  // No operator has rows with more entries than a list can hold.
  for (std::int64_t j = 0; j < columns && !extents.full(); ++j)
    extents.push_back(extent_at(c, rule, j, negatives));
  if (!shared) return extents;
  Extent least = extents[0];
  for (const Extent& e : extents)
    if (e.count < least.count) least = e;
  return {least};
}

std::uint64_t row_count(const Extents& extents) {
  std::uint64_t rows = 1;
  for (const Extent& e : extents)
    if (__builtin_mul_overflow(rows, static_cast<std::uint64_t>(e.count), &rows))
      return std::uint64_t{1} << 62;
  return rows;
}

/// Where a row stands in its sequence. If a rule says that indices are distinct along a dimension,
/// that is a sequence along that dimension; otherwise all rows are one sequence.
struct Sequences {
  std::uint64_t length = 0, inner = 1;

  Sequences(const Case& c, const DataRule& filled, const ops::TensorDesc& t) {
    for (const DataRule& rule : c.spec->data_rules) {
      if (rule.member != filled.member || rule.distinct_along.empty()) continue;
      const auto axis = static_cast<std::size_t>(c.descriptor.value(rule.distinct_along));
      length = static_cast<std::uint64_t>(t.sizes[axis]);
      for (std::size_t i = axis + 1; i < t.sizes.size(); ++i)
        inner *= static_cast<std::uint64_t>(t.sizes[i]);
    }
  }
  std::uint64_t place(std::uint64_t row) const { return length ? row / inner % length : row; }
  std::uint64_t number(std::uint64_t row) const {
    return length ? row / inner / length * inner + row % inner : 0;
  }
};

class RowChooser {
 public:
  RowChooser(IndexFill fill, std::uint64_t key, std::uint64_t rows, std::uint64_t needed)
      : fill_(fill), key_(key), rows_(rows) {
    // An affine map modulo `rows` is a permutation, because its factor and `rows` have no common
    // divisor.
    factor_ = ops::mix(key ^ 1) % rows | 1;
    while (std::gcd(factor_, rows) != 1) factor_ += 2;
    start_ = ops::mix(key ^ 2) % rows;
    pool_ = needed / 4 + 1;
  }

  /// The number of row `i` of a sequence; `h` is random.
  std::uint64_t operator()(std::uint64_t i, std::uint64_t sequence, std::uint64_t h) const {
    switch (fill_) {
      case IndexFill::Equal:
        return start_;
      case IndexFill::Permutation:
        return static_cast<std::uint64_t>(
            (static_cast<unsigned __int128>(factor_) * i + start_ + sequence) % rows_);
      case IndexFill::Duplicates:
        return ops::mix(key_ + h % pool_) % rows_;
      case IndexFill::Edges:
        return h % 3 == 0 ? 0 : h % 3 == 1 ? rows_ - 1 : (h >> 8) % rows_;
      default:
        return h % rows_;
    }
  }

 private:
  IndexFill fill_;
  std::uint64_t key_, rows_, factor_, start_, pool_;
};

/// A value of the type that mostly lies outside the extent. A power of 2 may lie inside.
/// With `wide` it may be any power of 2 that the type has.
std::int64_t outside(const Extent& e, ops::DataType type, std::uint64_t h, bool wide) {
  const bool narrow = size_of(type) == 4, is_signed = ops::is_signed(type);
  const std::int64_t highest =
      narrow ? (is_signed ? INT32_MAX : std::int64_t{UINT32_MAX}) : INT64_MAX;
  const std::int64_t lowest = !is_signed ? 0 : narrow ? INT32_MIN : INT64_MIN;
  switch (h % 6) {
    case 0:
      return highest;
    case 1:
      if (lowest < 0) return lowest;
      break;
    case 2:
      if (lowest < 0) return -e.count - 1;
      break;
    case 3:
      return e.count + static_cast<std::int64_t>((h >> 8) % 1000);
    case 4:
      return std::min(highest, std::int64_t{1} << ((h >> 8) % (wide && !narrow ? 62 : 31)));
    default:
      break;
  }
  return e.low + e.count;
}

}  // namespace

void fill_indices(const Case& c, const DataRule& rule, std::uint64_t key, std::uint64_t count,
                  bool shared, std::span<std::byte> out) {
  const ops::TensorDesc& t = c.descriptor.tensors[c.spec->signature.members[rule.member].place];
  const Extents extents = extents_of(c, rule, t, shared);
  const std::uint64_t columns = extents.size(), needed = count / columns;
  // If the rule says that such data are undrawn, a line that asks for them gets indices inside.
  const bool leaves =
      c.indices == IndexFill::Outside && rule.otherwise != DataRule::Otherwise::Undrawn;
  const bool defined = rule.otherwise == DataRule::Otherwise::Defined;
  const Sequences sequences(c, rule, t);
  const RowChooser choose(c.indices, key, row_count(extents), needed);
  for (std::uint64_t row = 0; row < needed; ++row) {
    const std::uint64_t h = ops::random_at(key, row);
    std::uint64_t number = choose(sequences.place(row), sequences.number(row), h >> 8);
    for (std::uint64_t j = columns; j-- > 0;) {
      const Extent& e = extents[j];
      std::int64_t value =
          e.low + static_cast<std::int64_t>(number % static_cast<std::uint64_t>(e.count));
      number /= static_cast<std::uint64_t>(e.count);
      const std::uint64_t coin = ops::mix(h + j);
      if (c.indices == IndexFill::Negative && e.negative && coin % 4) value -= e.negative;
      if (c.indices == IndexFill::Edges && e.negative && coin % 4 == 0) value -= e.negative;
      if (leaves && coin % 4 == 0) value = outside(e, t.type, coin >> 8, defined);
      ops::set_bits(t.type, out, row * columns + j, static_cast<std::uint64_t>(value));
    }
  }
}

}  // namespace assay::specs
