// Each fill of values does what its name says.
#include "specs/value_fill.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "ops/problem.h"

namespace assay::specs {
namespace {

using ops::DataType;

ops::Bytes values(DataType type, Fill fill, std::uint64_t seed = 1, int rows = 4000, int row = 1) {
  // The data come from slice1 or, if rows are summed up, from cumulative_summation.
  const std::string line =
      row == 1
          ? fmt::format(
                "slice1:level=6_4:InputTensor={0}.{1}:OutputTensor={0}.1:DimensionCount=1:"
                "InputWindowOffsets=0:InputWindowSizes=1:InputWindowStrides=1:fill={2}:seed={3}",
                name_of(type), rows, name_of(fill), seed)
          : fmt::format(
                "cumulative_summation:level=6_4:InputTensor={0}.{1}x{4}:OutputTensor={0}.{1}x{4}:"
                "Axis=1:AxisDirection=INCREASING:HasExclusiveSum=false:fill={2}:seed={3}",
                name_of(type), rows, name_of(fill), seed, row);
  return filled(line).data[0];
}

struct Counts {
  int nan_quiet = 0, nan_signalling = 0, plus_infinity = 0, minus_infinity = 0, minus_zero = 0,
      plus_zero = 0, denormal = 0, one = 0, largest = 0;
};

Counts count(DataType type, const ops::Bytes& data) {
  Counts n;
  const int mantissa = type == DataType::FLOAT16 ? 10 : type == DataType::FLOAT32 ? 23 : 52;
  const std::uint64_t fraction = (std::uint64_t{1} << mantissa) - 1;
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
  const std::uint64_t infinity = (sign - 1) & ~fraction;
  for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i) {
    const std::uint64_t bits = bits_at(type, data, i), magnitude = bits & ~sign;
    n.nan_quiet += magnitude > infinity && (bits >> (mantissa - 1)) & 1;
    n.nan_signalling += magnitude > infinity && !((bits >> (mantissa - 1)) & 1);
    n.plus_infinity += bits == infinity;
    n.minus_infinity += bits == (sign | infinity);
    n.plus_zero += bits == 0;
    n.minus_zero += bits == sign;
    n.denormal += magnitude > 0 && magnitude <= fraction;
    n.one += ops::float_at(type, data, i) == 1;
    n.largest += magnitude == infinity - 1;
  }
  return n;
}

constexpr DataType kFloats[] = {DataType::FLOAT16, DataType::FLOAT32, DataType::FLOAT64};

TEST(ValueFill, SpecialHasEveryKindOfFloat) {
  for (DataType type : kFloats) {
    const Counts n = count(type, values(type, Fill::Special));
    for (int kind : {n.nan_quiet, n.nan_signalling, n.plus_infinity, n.minus_infinity, n.minus_zero,
                     n.plus_zero, n.denormal, n.one, n.largest})
      EXPECT_GE(kind, 20) << name_of(type);
  }
}

TEST(ValueFill, SpecialHasTheEdgesOfIntegers) {
  for (DataType type : ops::all_data_types()) {
    if (is_float(type)) continue;
    const ops::Bytes data = values(type, Fill::Special);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i)
      seen.insert(bits_at(type, data, i));
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    for (std::uint64_t edge :
         {std::uint64_t{0}, std::uint64_t{1}, sign | (sign - 1), sign, sign - 1, sign + 1})
      EXPECT_TRUE(seen.contains(edge)) << name_of(type) << " " << edge;
  }
}

TEST(ValueFill, SpecialIsSparseInSums) {
  // Rows have 64 elements with a few special ones, so most sums are neither all NaN nor all
  // ordinary.
  const ops::Bytes data = values(DataType::FLOAT32, Fill::Special, 1, 400, 64);
  int rows_with_nan = 0;
  for (std::uint64_t row = 0; row < 400; ++row) {
    bool nan = false;
    for (std::uint64_t i = 0; i < 64; ++i)
      nan |= std::isnan(ops::float_at(DataType::FLOAT32, data, row * 64 + i));
    rows_with_nan += nan;
  }
  EXPECT_GT(rows_with_nan, 20);
  EXPECT_LT(rows_with_nan, 200);
  EXPECT_GT(count(DataType::FLOAT32, data).denormal, 10);
  const Case c = parse_case(
      "cumulative_summation:level=6_4:InputTensor=FLOAT32.4x64:OutputTensor=FLOAT32.4x64:"
      "Axis=1:AxisDirection=INCREASING:HasExclusiveSum=false",
      catalogue());
  EXPECT_EQ(terms(c), 64);
}

TEST(ValueFill, IntegersAreSmallAndWhole) {
  for (DataType type : ops::all_data_types()) {
    std::set<double> seen;
    const ops::Bytes data = values(type, Fill::Integers);
    for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i)
      seen.insert(is_float(type) ? ops::float_at(type, data, i)
                                 : static_cast<double>(ops::integer_at(type, data, i)));
    EXPECT_EQ(seen.size(), 17u) << name_of(type);
    EXPECT_EQ(*seen.begin(), is_signed(type) ? -8 : 0);
    EXPECT_EQ(*seen.rbegin(), is_signed(type) ? 8 : 16);
    for (double v : seen) EXPECT_EQ(v, std::round(v));
  }
}

TEST(ValueFill, DistinctIsFiniteAndHardlyRepeats) {
  for (DataType type : ops::all_data_types()) {
    const ops::Bytes data = values(type, Fill::Distinct);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      seen.insert(bits_at(type, data, i));
      if (!is_float(type)) continue;
      const double magnitude = std::abs(ops::float_at(type, data, i));
      EXPECT_TRUE(0x1p-4 <= magnitude && magnitude < 0x1p4) << name_of(type) << magnitude;
    }
    EXPECT_GT(seen.size(), size_of(type) == 1 ? 250u : size_of(type) == 2 ? 3000u : 3990u);
  }
}

TEST(ValueFill, ZerosAreMostlyZeroAndBitsAreAnything) {
  for (DataType type : ops::all_data_types()) {
    const ops::Bytes zeros = values(type, Fill::Zeros), bits = values(type, Fill::Bits);
    int zero = 0;
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (std::uint64_t i = 0; i < 4000; ++i) {
      zero += bits_at(type, zeros, i) == 0;
      any |= bits_at(type, bits, i);
      all &= bits_at(type, bits, i);
    }
    EXPECT_GT(zero, 3300);
    EXPECT_LT(zero, 3900);
    EXPECT_EQ(any, ~std::uint64_t{0} >> (64 - 8 * size_of(type)));
    EXPECT_EQ(all, 0u);
    if (is_float(type)) {
      EXPECT_GT(count(type, zeros).minus_zero, 50);
    }
  }
}

}  // namespace
}  // namespace assay::specs
