// Judging is mostly a comparison of memory. Between exceptional positions the answer is compared
// with the right one block by block. Only a block that differs is compared element by element, to
// accept zeros of either sign and to find the first wrong element. Exceptions are visited in the
// order of their positions.
#include "ops/permitted.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "ops/arithmetic/float_format.h"
#include "ops/arithmetic/float_key.h"
#include "ops/words.h"

namespace assay::ops {
namespace {

std::int32_t key_of_bits(DataType type, std::uint64_t bits) {
  assert(type == DataType::FLOAT16 || type == DataType::FLOAT32);
  return type == DataType::FLOAT16 ? half_key_of_bits(static_cast<std::uint16_t>(bits))
                                   : key_of(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

/// The bits that are zero in a value of zero: all bits, or all but the sign if +0 and −0 are the
/// same.
std::uint64_t telling_bits(const PermittedTensor& permitted) {
  const bool signless = permitted.zeros_equal && is_float(permitted.type);
  return ~std::uint64_t{0} >> (64 - 8 * size_of(permitted.type) + signless);
}

bool same(std::uint64_t a, std::uint64_t b, std::uint64_t telling) {
  return a == b || ((a | b) & telling) == 0;
}

bool in_interval(const PermittedTensor& permitted, std::uint64_t i, std::int32_t key) {
  const std::int32_t infinity =
      permitted.type == DataType::FLOAT16 ? kHalfInfinityKey : key_of(INFINITY);
  const std::uint8_t also = permitted.also[i];
  if (std::abs(key) > infinity) return also & PermittedTensor::kNan;
  if (key == infinity) return also & PermittedTensor::kPlusInfinity;
  if (key == -infinity) return also & PermittedTensor::kMinusInfinity;
  return (permitted.low[i] <= key && key <= permitted.high[i]) ||
         (key == 0 && (also & PermittedTensor::kZero));
}

std::span<const std::uint64_t> alternatives_of(const PermittedTensor& permitted,
                                               const PermittedTensor::OneOf& one_of) {
  return std::span(permitted.alternatives).subspan(one_of.first, one_of.count);
}

bool is_among(std::span<const std::uint64_t> alternatives, std::uint64_t bits) {
  return std::binary_search(alternatives.begin(), alternatives.end(), bits);
}

/// The first position in [from, to) that differs from the answer; `to` if none does.
template <class Word>
std::uint64_t first_difference(const PermittedTensor& permitted, const std::byte* answer,
                               std::uint64_t from, std::uint64_t to) {
  constexpr std::uint64_t kBlock = 4096 / sizeof(Word);
  const std::byte* right = permitted.bytes.data();
  const std::uint64_t telling = telling_bits(permitted);
  for (std::uint64_t end; from < to; from = end) {
    end = std::min(to, from + kBlock);
    if (std::memcmp(answer + from * sizeof(Word), right + from * sizeof(Word),
                    (end - from) * sizeof(Word)) == 0)
      continue;
    for (std::uint64_t i = from; i < end; ++i) {
      Word a, b;
      std::memcpy(&a, answer + i * sizeof(Word), sizeof(Word));
      std::memcpy(&b, right + i * sizeof(Word), sizeof(Word));
      if (!same(a, b, telling)) return i;
    }
  }
  return to;
}

/// Calls `f` with a zero of the type of an interval's ends, which is FLOAT16 or FLOAT32.
template <class F>
void with_end(DataType type, F&& f) {
  if (type == DataType::FLOAT16)
    f(Eigen::half{});
  else
    f(float{});
}

/// Reads the key of a FLOAT16 or FLOAT32 from an answer.
template <class Float>
std::int32_t key_in(const std::byte* answer, std::uint64_t position) {
  if constexpr (sizeof(Float) == sizeof(float)) {
    float value;
    std::memcpy(&value, answer + position * sizeof(Float), sizeof(Float));
    return key_of(value);
  } else {
    std::uint16_t bits;
    std::memcpy(&bits, answer + position * sizeof(Float), sizeof(Float));
    return half_key_of_bits(bits);
  }
}

/// The FLOAT16 or FLOAT32 with a key.
template <class Float>
float value_of_key(std::int32_t key) {
  return sizeof(Float) == sizeof(float) ? float_of_key(key) : half_of_key(key);
}

/// Calls `see` with the ends of each block of [from, to) in which `is` holds for some element,
/// until `see` returns false. Usually `is` holds nowhere, so it is evaluated without a branch, and
/// the compiler can treat several elements at once.
template <class Is, class See>
void each_block_where(std::uint64_t from, std::uint64_t to, const Is& is, const See& see) {
  constexpr std::uint64_t kBlock = 64;
  for (std::uint64_t end; from < to; from = end) {
    end = std::min(to, from + kBlock);
    std::uint32_t some = 0;
    for (std::uint64_t i = from; i < end; ++i) some |= is(i) ? 1u : 0u;
    if (some && !see(from, end)) return;
  }
}

std::uint64_t first_outside(const PermittedTensor& permitted, const std::byte* answer,
                            std::uint64_t from, std::uint64_t to) {
  assert(permitted.type != DataType::FLOAT64);
  with_end(permitted.type, [&]<class Float>(Float) {
    const std::int32_t *const low = permitted.low.data(), *const high = permitted.high.data();
    const auto is_outside = [=](std::uint64_t i) {
      const std::int32_t key = key_in<Float>(answer, i);
      return !((low[i] <= key) & (key <= high[i]));
    };
    each_block_where(from, to, is_outside, [&](std::uint64_t i, std::uint64_t end) {
      while (i < end && (!is_outside(i) || in_interval(permitted, i, key_in<Float>(answer, i))))
        ++i;
      if (i < end) to = i;
      return i == end;
    });
  });
  return to;
}

template <class Word>
std::optional<std::uint64_t> judge(const PermittedTensor& permitted, const std::byte* answer) {
  const std::uint64_t size = permitted.size();
  auto one_of = permitted.one_of.begin();
  auto any = permitted.any.begin();
  for (std::uint64_t at = 0; at < size;) {
    while (one_of != permitted.one_of.end() && one_of->position < at) ++one_of;
    while (any != permitted.any.end() && any->to <= at) ++any;
    const std::uint64_t free = any != permitted.any.end() ? any->from : size;
    if (free <= at) {
      at = any->to;
      continue;
    }
    const std::uint64_t choice =
        one_of != permitted.one_of.end() ? std::min(one_of->position, free) : free;
    const std::uint64_t wrong = permitted.by_intervals()
                                    ? first_outside(permitted, answer, at, choice)
                                    : first_difference<Word>(permitted, answer, at, choice);
    if (wrong < choice) return wrong;
    at = choice;
    if (choice == free) continue;
    Word bits;
    std::memcpy(&bits, answer + at * sizeof(Word), sizeof(Word));
    if (!is_among(alternatives_of(permitted, *one_of), bits)) return at;
    ++at;
  }
  return std::nullopt;
}

}  // namespace

std::int32_t PermittedTensor::key(float value) const {
  return type == DataType::FLOAT16 ? half_key_of(value) : key_of(value);
}

void PermittedTensor::permit(float from, float to, std::uint8_t also_permitted) {
  low.push_back(key(from));
  high.push_back(key(to));
  also.push_back(also_permitted);
}

float PermittedTensor::low_value(std::uint64_t position) const {
  return type == DataType::FLOAT16 ? half_of_key(low[position]) : float_of_key(low[position]);
}

float PermittedTensor::high_value(std::uint64_t position) const {
  return type == DataType::FLOAT16 ? half_of_key(high[position]) : float_of_key(high[position]);
}

void permit_anything(PermittedTensor& permitted, std::uint64_t position) {
  if (!permitted.any.empty() && permitted.any.back().to == position)
    ++permitted.any.back().to;
  else
    permitted.any.push_back({position, position + 1});
}

void permit_one_of(PermittedTensor& permitted, std::uint64_t position,
                   std::span<const std::uint64_t> bits) {
  // Neighbours often permit the same, and then share it.
  const auto same = [&](const PermittedTensor::OneOf& o) {
    return std::equal(
        bits.begin(), bits.end(),
        permitted.alternatives.begin() + static_cast<std::ptrdiff_t>(o.first),
        permitted.alternatives.begin() + static_cast<std::ptrdiff_t>(o.first + o.count));
  };
  set_bits(permitted.type, permitted.bytes, position, bits[0]);
  if (!permitted.one_of.empty() && same(permitted.one_of.back())) {
    permitted.one_of.push_back(
        {position, permitted.one_of.back().first, permitted.one_of.back().count});
    return;
  }
  permitted.one_of.push_back({position, permitted.alternatives.size(), bits.size()});
  permitted.alternatives.insert(permitted.alternatives.end(), bits.begin(), bits.end());
}

bool permits_anything(const PermittedTensor& permitted, std::uint64_t position) {
  const auto any = std::partition_point(permitted.any.begin(), permitted.any.end(),
                                        [&](const auto& a) { return a.to <= position; });
  return any != permitted.any.end() && any->from <= position;
}

std::span<const std::uint64_t> alternatives_at(const PermittedTensor& permitted,
                                               std::uint64_t position) {
  const auto one_of = std::partition_point(permitted.one_of.begin(), permitted.one_of.end(),
                                           [&](const auto& o) { return o.position < position; });
  if (one_of == permitted.one_of.end() || one_of->position != position) return {};
  return alternatives_of(permitted, *one_of);
}

bool permits(const PermittedTensor& permitted, std::uint64_t position, std::uint64_t bits) {
  if (permits_anything(permitted, position)) return true;
  if (const auto some = alternatives_at(permitted, position); !some.empty())
    return is_among(some, bits);
  if (permitted.by_intervals())
    return in_interval(permitted, position, key_of_bits(permitted.type, bits));
  return same(bits, bits_at(permitted.type, permitted.bytes, position), telling_bits(permitted));
}

double headroom_used(const PermittedTensor& permitted, std::span<const std::byte> answer) {
  double most = 0;
  if (!permitted.by_intervals()) return most;
  const FloatFormat format = permitted.type == DataType::FLOAT16 ? kFloat16 : kFloat32;
  const double grain = 2 * format.unit_roundoff(), smallest = format.smallest_normal;
  assert(permitted.type != DataType::FLOAT64);
  with_end(permitted.type, [&]<class Float>(Float) {
    const std::int32_t *const lows = permitted.low.data(), *const highs = permitted.high.data();
    const std::byte* const bytes = answer.data();
    const auto half = [=](std::uint64_t i) {
      return (static_cast<double>(value_of_key<Float>(highs[i])) - value_of_key<Float>(lows[i])) /
             2;
    };
    // The ends are rounded to the type. If few values lie between them, an answer at an end says
    // nothing, so the distance of two values of the type is subtracted.
    const auto used = [=](std::uint64_t i) {
      const double low = value_of_key<Float>(lows[i]), high = value_of_key<Float>(highs[i]);
      const double value = value_of_key<Float>(key_in<Float>(bytes, i));
      return std::abs(value - (low + high) / 2) -
             grain * std::max(std::max(std::abs(low), std::abs(high)), smallest);
    };
    // Few elements use more than all before them. Only for those is the quotient computed.
    const auto uses_more = [=, &most](std::uint64_t i) {
      const std::int32_t key = key_in<Float>(bytes, i);
      return (lows[i] <= key) & (key <= highs[i]) & (used(i) > most * half(i));
    };
    each_block_where(0, permitted.low.size(), uses_more, [&](std::uint64_t i, std::uint64_t end) {
      for (; i < end; ++i)
        if (uses_more(i)) most = used(i) / half(i);
      return true;
    });
  });
  return most;
}

std::optional<std::uint64_t> first_unpermitted(const PermittedTensor& permitted,
                                               std::span<const std::byte> answer) {
  assert(answer.size() == permitted.bytes.size());
  std::optional<std::uint64_t> wrong;
  with_word(size_of(permitted.type),
            [&]<class Word>(Word) { wrong = judge<Word>(permitted, answer.data()); });
  return wrong;
}

}  // namespace assay::ops
