// The ranges hold exactly the bit patterns that judging accepts.
#include "conformance/verdict/permitted_bits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace assay::conformance::testing {
namespace {

using ops::DataType;
using ops::PermittedTensor;

bool in(const std::vector<BitRange>& ranges, std::uint64_t bits) {
  for (const BitRange& r : ranges)
    if (r.from <= bits && bits <= r.to) return true;
  return false;
}

PermittedTensor with_bits(DataType type, std::uint64_t bits) {
  PermittedTensor p;
  p.type = type;
  p.bytes.resize(size_of(type));
  set_bits(type, p.bytes, 0, bits);
  return p;
}

std::uint64_t drawn_bits(DataType type) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * size_of(type));
  const std::uint64_t few = *rc::gen::inRange<std::uint64_t>(0, 4);
  const std::uint64_t bits = *rc::gen::arbitrary<std::uint64_t>();
  // Zeros, infinities, NaNs and denormals are drawn more often than random bits would give them.
  const std::uint64_t sign = (all >> 1) + 1;
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return (bits & sign) | few;
    case 1:
      return ((bits & sign) | (type == DataType::FLOAT16 ? 0x7c00 : 0x7f800000)) + few;
    default:
      return bits & all;
  }
}

RC_GTEST_PROP(PermittedBits, hold_what_judging_accepts_and_nothing_else, ()) {
  const DataType type = *rc::gen::element(DataType::FLOAT16, DataType::FLOAT32, DataType::INT32);
  PermittedTensor p = with_bits(type, drawn_bits(type));
  p.zeros_equal = *rc::gen::arbitrary<bool>();
  const Leniency leniency{.quiets_nans = *rc::gen::arbitrary<bool>(),
                          .flushes_denormals = *rc::gen::arbitrary<bool>()};
  const bool is_float = type != DataType::INT32;
  if (*rc::gen::arbitrary<bool>()) {
    for (int k = 0; k < 3; ++k) p.alternatives.push_back(drawn_bits(type));
    std::sort(p.alternatives.begin(), p.alternatives.end());
    p.one_of.push_back({0, 0, 3});
  }
  const auto ranges = permitted_bits(p, is_float ? leniency : Leniency(), 0);
  std::vector<std::uint64_t> asked{drawn_bits(type), bits_at(type, p.bytes, 0)};
  for (const std::uint64_t a : p.alternatives) asked.push_back(a);
  for (std::size_t i = asked.size(); i-- > 0;)
    for (const std::uint64_t flip : {std::uint64_t{1}, std::uint64_t{1} << (8 * size_of(type) - 1),
                                     std::uint64_t{0x200}, std::uint64_t{0x400000}})
      asked.push_back((asked[i] ^ flip) & (~std::uint64_t{0} >> (64 - 8 * size_of(type))));
  for (const std::uint64_t bits : asked)
    RC_ASSERT(in(ranges, bits) == accepts(p, is_float ? leniency : Leniency(), 0, bits));
}

RC_GTEST_PROP(PermittedBits, of_an_interval_end_where_it_ends, ()) {
  const DataType type = *rc::gen::element(DataType::FLOAT16, DataType::FLOAT32);
  // With intervals the bytes of the set have no meaning, and leniency is for copies alone.
  PermittedTensor p = with_bits(type, drawn_bits(type));
  const Leniency leniency{.quiets_nans = true, .flushes_denormals = true};
  const auto value = [&] {
    ops::Bytes bytes(8);
    set_bits(type, bytes, 0, drawn_bits(type));
    const auto v = static_cast<float>(float_at(type, bytes, 0));
    return std::isfinite(v) ? v : 1.f;
  };
  const float low = value(), high = value();
  p.permit(low, high, static_cast<std::uint8_t>(*rc::gen::inRange(0, 16)));
  const auto ranges = permitted_bits(p, leniency, 0);
  std::vector<std::uint64_t> asked{drawn_bits(type), 0};
  for (const BitRange& r : ranges)
    for (const std::uint64_t end : {r.from, r.to})
      for (const std::uint64_t step : {-1, 0, 1})
        asked.push_back((end + step) & (type == DataType::FLOAT16 ? 0xffff : 0xffffffff));
  for (const std::uint64_t bits : asked)
    RC_ASSERT(in(ranges, bits) == accepts(p, leniency, 0, bits));
}

TEST(PermittedBits, of_an_interval_around_zero_have_a_range_for_each_sign) {
  PermittedTensor p = with_bits(DataType::FLOAT32, 0);
  p.permit(-1, 2, PermittedTensor::kPlusInfinity);
  EXPECT_EQ(
      permitted_bits(p, {}, 0),
      (std::vector<BitRange>{{0, 0x40000000}, {0x80000000, 0xbf800000}, {0x7f800000, 0x7f800000}}));
}

TEST(PermittedBits, of_a_place_that_may_hold_anything_are_none) {
  PermittedTensor p = with_bits(DataType::INT32, 5);
  p.any.push_back({0, 1});
  EXPECT_TRUE(permitted_bits(p, {}, 0).empty());
}

}  // namespace
}  // namespace assay::conformance::testing
