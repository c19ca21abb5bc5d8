// The data of a case are made again, and looked at as a kernel that reads them would.
#include "conformance/findings/case_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#include "ops/hash.h"
#include "ops/set.h"
#include "ops/value_key.h"
#include "specs/fill.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using Answer = CaseFacts::Answer;
using specs::Case;

constexpr unsigned kIndexCost = 3, kDataCost = 5, kValueCost = 3;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 20;

/// What is asked of the data of a tensor, as it stands behind `with` and `without`. The enumerators
/// are in the order of the names.
namespace of_indices {
enum { Negative, Outside, Far, Repeated };
constexpr const char* kNames[] = {"negative indices", "indices outside their range",
                                  "indices beyond the first half of their range",
                                  "repeated indices"};
}  // namespace of_indices
namespace of_numbers {
enum { Negative, MinusZero, NaN, Infinite, Denormal };
constexpr const char* kNames[] = {"negative numbers", "-0", "NaN", "infinities", "denormals"};
}  // namespace of_numbers
namespace of_member {
enum { Zero, One, Negative };
}

/// The bits of a float type: all, those of the exponent, and the sign.
struct FloatBits {
  std::uint64_t exponent, fraction, sign;

  explicit FloatBits(ops::DataType type) {
    const unsigned bits = 8 * static_cast<unsigned>(size_of(type));
    const unsigned of_exponent = bits == 16 ? 5 : bits == 32 ? 8 : 11;
    sign = std::uint64_t{1} << (bits - 1);
    fraction = (std::uint64_t{1} << (bits - 1 - of_exponent)) - 1;
    exponent = (sign - 1) & ~fraction;
  }
};

Answer answer(bool is_so) { return is_so ? Answer::Yes : Answer::No; }

/// The range of the entries of a row of indices at one place.
struct Range {
  ops::Set set;
  std::int64_t negative = 0, half = 0;
};

}  // namespace

CaseFacts::CaseFacts(const specs::Spec& spec)
    : spec_(spec),
      of_tensor_(spec.signature.tensor_count, kNone),
      of_value_(spec.signature.value_count, kNone) {
  const auto add = [&](const std::string& tensor, const char* what, unsigned cost) {
    all_.push_back({fmt::format("{} with {}", tensor, what),
                    fmt::format("{} without {}", tensor, what), cost});
  };
  for (std::size_t place = 0; place < of_tensor_.size(); ++place) {
    if (spec.signature.tensor_at(place).kind != ops::Kind::Input) continue;
    const std::string name = spec.signature.tensor_name(place);
    of_tensor_[place] = all_.size();
    if (spec.values_rule(place))
      for (const char* what : of_indices::kNames) add(name, what, kIndexCost);
    else
      for (const char* what : of_numbers::kNames) add(name, what, kDataCost);
  }
  for (const ops::Member& m : spec.signature.members) {
    if (m.kind != ops::Kind::Float) continue;
    of_value_[m.place] = all_.size();
    for (const char* value : {"0", "1"})
      all_.push_back({fmt::format("{}={}", m.name, value),
                      fmt::format("{} is not {}", m.name, value), kValueCost});
    all_.push_back({m.name + "<0", m.name + ">=0", kValueCost});
  }
}

const std::vector<Answer>& CaseFacts::of(const Case& c) {
  answers_.assign(all_.size(), Answer::Unknown);
  for (const ops::Member& m : spec_.signature.members) {
    if (m.kind != ops::Kind::Float || !c.descriptor.is_there(m)) continue;
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(
        ops::bits_of_key(ops::DataType::FLOAT32, c.descriptor.values[m.place][0])));
    Answer* answers = &answers_[of_value_[m.place]];
    answers[of_member::Zero] = answer(value == 0);
    answers[of_member::One] = answer(value == 1);
    answers[of_member::Negative] = answer(value < 0);
  }
  if (!specs::is_valid(c) || total_elements(c) > kMostElements) return answers_;
  specs::fill(c, problem_);
  for (std::size_t place = 0; place < of_tensor_.size(); ++place) {
    const ops::TensorDesc& t = c.descriptor.tensors[place];
    if (of_tensor_[place] == kNone || t.absent) continue;
    Answer* answers = &answers_[of_tensor_[place]];
    if (const specs::DataRule* rule = spec_.values_rule(place))
      look_at_indices(c, *rule, answers);
    else if (is_float(t.type))
      look_at_floats(t, problem_.data[place], answers);
  }
  return answers_;
}

void CaseFacts::look_at_indices(const Case& c, const specs::DataRule& rule, Answer* answers) const {
  const std::size_t place = spec_.signature.members[rule.member].place;
  const ops::TensorDesc& t = c.descriptor.tensors[place];
  const ops::Bytes& data = problem_.data[place];
  const std::size_t columns = rule.each ? static_cast<std::size_t>(t.sizes.back()) : 1;
  std::vector<Range> ranges(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    const auto at = static_cast<std::int64_t>(j);
    Range& range = ranges[j];
    if (!rule.in->set(c.descriptor, range.set, at) || range.set.empty()) return;
    if (rule.negative && c.level >= rule.from && is_signed(t.type))
      range.negative = rule.negative->integer(c.descriptor, at).value_or(0);
    range.half = range.set.lowest() + (range.set.highest() - range.set.lowest()) / 2;
  }
  bool negative = false, outside = false, far = false;
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < elements_of(t); ++i) {
    std::int64_t value = integer_at(t.type, data, i);
    const Range& range = ranges[i % columns];
    negative |= value < 0;
    if (value < 0) value += range.negative;
    if (i % columns == 0) rows.push_back(0);
    rows.back() = ops::hash_with(rows.back(), static_cast<std::uint64_t>(value));
    const bool is_inside = range.set.contains(value);
    outside |= !is_inside;
    far |= is_inside && value > range.half;
  }
  std::ranges::sort(rows);
  answers[of_indices::Negative] = answer(negative);
  answers[of_indices::Outside] = answer(outside);
  answers[of_indices::Far] = answer(far);
  answers[of_indices::Repeated] = answer(std::ranges::adjacent_find(rows) != rows.end());
}

void CaseFacts::look_at_floats(const ops::TensorDesc& t, const ops::Bytes& data,
                               Answer* answers) const {
  const FloatBits bits(t.type);
  bool negative = false, minus_zero = false, nan = false, infinite = false, denormal = false;
  for (std::uint64_t i = 0; i < elements_of(t); ++i) {
    const std::uint64_t element = bits_at(t.type, data, i);
    const std::uint64_t exponent = element & bits.exponent, fraction = element & bits.fraction;
    const bool is_special = exponent == bits.exponent;
    nan |= is_special && fraction != 0;
    infinite |= is_special && fraction == 0;
    denormal |= exponent == 0 && fraction != 0;
    minus_zero |= element == bits.sign;
    negative |= element > bits.sign;
  }
  answers[of_numbers::Negative] = answer(negative);
  answers[of_numbers::MinusZero] = answer(minus_zero);
  answers[of_numbers::NaN] = answer(nan);
  answers[of_numbers::Infinite] = answer(infinite);
  answers[of_numbers::Denormal] = answer(denormal);
}

}  // namespace assay::conformance
