// The oracle of reduce is asked about rows. A second computation evaluates each function as a sound
// device may: in another order, with squares fused, with results of built-in functions that are off
// by up to their limits.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "ops/arithmetic/float_key.h"
#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

const std::vector<std::string> kReduceFunctions{"ARGMAX", "ARGMIN",   "AVERAGE",     "L1",
                                                "L2",     "LOG_SUM",  "LOG_SUM_EXP", "MAX",
                                                "MIN",    "MULTIPLY", "SUM",         "SUM_SQUARE"};

Question reduced(const std::string& function, DataType type, const List& sizes, Bytes data,
                 const List& axes, DataType to) {
  Question q("reduce");
  List out = sizes;
  for (const std::int64_t axis : axes) out[static_cast<std::size_t>(axis)] = 1;
  const auto at = std::find(kReduceFunctions.begin(), kReduceFunctions.end(), function);
  q.choice("Function", kReduceFunctions, at - kReduceFunctions.begin())
      .input("InputTensor", type, sizes, std::move(data))
      .output("OutputTensor", to, out)
      .value("AxisCount", static_cast<std::int64_t>(axes.size()))
      .array("Axes", axes);
  return q;
}

PermittedTensor reduced_row(const std::string& function, const std::vector<float>& row,
                            bool flush = false) {
  return reduced(function, DataType::FLOAT32, {static_cast<std::int64_t>(row.size())}, packed(row),
                 {0}, DataType::FLOAT32)
      .permitted({flush});
}

bool permits_float(const PermittedTensor& p, float x) {
  return permits(p, 0, std::bit_cast<std::uint32_t>(x));
}

/// A float within `limit` ULP of x, which is not rounded otherwise.
float with_error(std::mt19937_64& random, double x, double limit) {
  const auto nearest = static_cast<float>(x);
  if (!std::isfinite(nearest) || nearest == 0) return nearest;
  const double ulp = std::ldexp(1, std::max(std::ilogb(nearest), -126) - 23);
  const std::uniform_real_distribution<> error(-limit, limit);
  const auto off =
      static_cast<float>(x + const_cast<std::uniform_real_distribution<>&>(error)(random) * ulp);
  // Near a power of two an ULP of x is half as large.
  return std::abs(static_cast<double>(off) - x) <= limit * ulp / 2 ? off : nearest;
}

float sound_result(std::mt19937_64& random, const std::string& f, std::vector<float> row) {
  std::shuffle(row.begin(), row.end(), random);
  float most = -INFINITY;
  for (const float x : row) most = std::fmax(most, x);
  const float shift = std::isfinite(most) ? most : 0;
  const std::size_t half = random() % row.size();
  float parts[2] = {0, 0};
  for (std::size_t i = 0; i < row.size(); ++i) {
    float& sum = parts[i < half];
    const float x = row[i];
    if (f == "L2" || f == "SUM_SQUARE")
      sum = random() % 2 ? std::fma(x, x, sum) : sum + x * x;
    else if (f == "L1")
      sum += std::abs(x);
    else if (f == "LOG_SUM_EXP")
      sum += x == shift ? 1 : with_error(random, std::exp(static_cast<double>(x - shift)), 3);
    else
      sum += x;
  }
  const float sum = parts[0] + parts[1];
  if (f == "AVERAGE") return with_error(random, sum / static_cast<double>(row.size()), 2.5);
  if (f == "L2") return with_error(random, std::sqrt(static_cast<double>(sum)), 3);
  if (f == "LOG_SUM")
    return sum == 1 ? 0 : with_error(random, std::log(static_cast<double>(sum)), 3);
  if (f == "LOG_SUM_EXP")
    return shift + (sum == 1 ? 0 : with_error(random, std::log(static_cast<double>(sum)), 3));
  return sum;
}

void permits_sound_results(std::mt19937_64& random) {
  const char* const functions[] = {"AVERAGE",     "L1",  "L2",        "LOG_SUM",
                                   "LOG_SUM_EXP", "SUM", "SUM_SQUARE"};
  const std::string f = functions[random() % std::size(functions)];
  std::vector<float> row;
  const std::int64_t count = pick(random, 1, random() % 4 ? 6 : 90);
  const double scale = std::ldexp(1, static_cast<int>(pick(random, -20, 8)));
  for (std::int64_t i = 0; i < count; ++i)
    row.push_back(static_cast<float>(
        std::uniform_real_distribution<>(f == "LOG_SUM" ? 0 : -1, 1)(random) * scale));
  if (random() % 16 == 0) row[0] = random() % 2 ? INFINITY : NAN;
  const PermittedTensor p = reduced_row(f, row);
  for (int i = 0; i < 4; ++i) {
    const float came = sound_result(random, f, row);
    if (!permits_float(p, came))
      RC_FAIL(f + " of " + std::to_string(count) + ": " + std::to_string(came));
  }
}

TEST(Reduce, PermitsSoundResults) {
  EXPECT_TRUE(
      holds("any order, fused or not, with errors up to the limits", permits_sound_results));
}

void refuses_the_neighbour(std::mt19937_64& random) {
  // Small integers are summed exactly, and two elements round once.
  std::vector<float> row;
  const std::int64_t count = pick(random, 1, 40);
  for (std::int64_t i = 0; i < count; ++i) row.push_back(static_cast<float>(pick(random, -30, 30)));
  float sum = 0, magnitudes = 0, squares = 0, most = -100, least = 100;
  for (const float x : row) {
    sum += x;
    magnitudes += std::abs(x);
    squares += x * x;
    most = std::max(most, x);
    least = std::min(least, x);
  }
  for (const auto& [f, right] :
       {std::pair("SUM", sum), std::pair("L1", magnitudes), std::pair("SUM_SQUARE", squares),
        std::pair("MAX", most), std::pair("MIN", least)}) {
    const PermittedTensor p = reduced_row(f, row);
    RC_ASSERT(permits_float(p, right));
    RC_ASSERT(!permits_float(p, std::nextafter(right, INFINITY)));
    RC_ASSERT(!permits_float(p, std::nextafter(right, -INFINITY)));
  }
  const auto a = static_cast<float>(std::uniform_real_distribution<>(-1, 1)(random));
  const PermittedTensor p = reduced_row("SUM", {a, row[0]});
  RC_ASSERT(permits_float(p, a + row[0]));
  RC_ASSERT(!permits_float(p, std::nextafter(a + row[0], INFINITY)));
}

TEST(Reduce, RefusesTheNeighboursOfExactResults) {
  EXPECT_TRUE(holds("one ULP beside an exact result is refused", refuses_the_neighbour));
}

TEST(Reduce, LimitsTheFunctionsOfAnExactSumByTheirUlps) {
  // 2.5 ULP of a third: 10/3 lies 1/3 ULP above its float.
  const PermittedTensor average = reduced_row("AVERAGE", {1, 4, 5});
  const std::int32_t third = key_of(10.f / 3);
  EXPECT_TRUE(permits_float(average, float_of_key(third + 2)));
  EXPECT_TRUE(permits_float(average, float_of_key(third - 2)));
  EXPECT_FALSE(permits_float(average, float_of_key(third + 3)));
  EXPECT_FALSE(permits_float(average, float_of_key(third - 3)));
  const PermittedTensor norm = reduced_row("L2", {1, 1});
  const std::int32_t root = key_of(std::sqrt(2.f));
  EXPECT_TRUE(permits_float(norm, float_of_key(root + 2)));
  EXPECT_FALSE(permits_float(norm, float_of_key(root + 4)));
  EXPECT_FALSE(permits_float(norm, float_of_key(root - 4)));
}

TEST(Reduce, PermitsTheExactResultWhereTheSumOverflows) {
  const std::vector<float> row{0x1p127f, 0x1p127f};
  for (const auto& [function, exact] :
       {std::pair("AVERAGE", 0x1p127f),
        std::pair("L2", static_cast<float>(std::sqrt(2.0) * 0x1p127)),
        std::pair("LOG_SUM", static_cast<float>(128 * std::log(2.0)))}) {
    const PermittedTensor p = reduced_row(function, row);
    EXPECT_TRUE(permits_float(p, exact) && permits_float(p, INFINITY)) << function;
    EXPECT_FALSE(permits_float(p, std::nextafter(exact, 0.f)) || permits_float(p, NAN)) << function;
  }
  EXPECT_FALSE(permits_float(reduced_row("AVERAGE", {INFINITY, 1}), 1));
  EXPECT_FALSE(permits_float(reduced_row("LOG_SUM", {-1, -1}), 0));
}

TEST(Reduce, AddsExponentialsThatWouldOverflow) {
  EXPECT_TRUE(permits_float(reduced_row("LOG_SUM_EXP", {1000, -1000}), 1000));
  EXPECT_FALSE(permits_float(reduced_row("LOG_SUM_EXP", {1000, -1000}), INFINITY));
  EXPECT_TRUE(permits_float(reduced_row("LOG_SUM_EXP", {-INFINITY, -INFINITY}), -INFINITY));
  EXPECT_TRUE(permits_float(reduced_row("LOG_SUM_EXP", {INFINITY, 3}), INFINITY));
  const PermittedTensor nan = reduced_row("LOG_SUM_EXP", {NAN, 3});
  EXPECT_TRUE(permits_float(nan, NAN));
  EXPECT_FALSE(permits_float(nan, 3));
}

TEST(Reduce, KeepsNanInExtremesOrDropsIt) {
  const PermittedTensor p = reduced_row("MAX", {2, NAN, 5});
  for (const float x : {2.f, 5.f, NAN}) EXPECT_TRUE(permits_float(p, x)) << x;
  EXPECT_FALSE(permits_float(p, 6));
  EXPECT_FALSE(permits_float(p, INFINITY));
  EXPECT_FALSE(permits_float(reduced_row("MAX", {2, 5}), 2));
  EXPECT_TRUE(permits_float(reduced_row("MIN", {0.f, -0.f}), 0.f));
}

TEST(Reduce, FlushesDenormalsOnlyWhereTheDeviceMay) {
  const std::vector<float> row{0x1p-130f, -1};
  EXPECT_FALSE(permits_float(reduced_row("MAX", row), 0));
  EXPECT_TRUE(permits_float(reduced_row("MAX", row, true), 0));
  EXPECT_FALSE(permits_float(reduced_row("AVERAGE", {0x1p-130f}), 0));
  EXPECT_TRUE(permits_float(reduced_row("AVERAGE", {0x1p-130f}, true), 0));
}

TEST(Reduce, RoundsFloat16OnceMore) {
  using Eigen::half;
  const Bytes row = packed({half(2048), half(1), half(1), half(1)});
  const PermittedTensor p =
      reduced("SUM", DataType::FLOAT16, {4}, row, {0}, DataType::FLOAT16).permitted();
  const auto bits = [](float x) { return Eigen::numext::bit_cast<std::uint16_t>(half(x)); };
  // 2051 lies halfway between two halves, of which 2052 is even.
  EXPECT_TRUE(permits(p, 0, bits(2052)));
  EXPECT_FALSE(permits(p, 0, bits(2050)));
  EXPECT_FALSE(permits(p, 0, bits(2048)));
}

// --- Integers, and several axes

void reduces_integers(std::mt19937_64& random) {
  constexpr DataType kTypes[] = {DataType::INT32, DataType::UINT32, DataType::INT64,
                                 DataType::UINT64};
  const DataType type = pick(random, kTypes);
  const List sizes{pick(random, 1, 3), pick(random, 1, 4), pick(random, 1, 3)};
  List axes;
  while (axes.empty()) {
    for (std::int64_t d = 0; d < 3; ++d)
      if (random() % 2) axes.push_back(d);
  }
  const Bytes data = random_elements(random, type, *element_count(sizes), 5);
  const char* const functions[] = {"L1", "MAX", "MIN", "MULTIPLY", "SUM", "SUM_SQUARE", "ARGMAX"};
  const std::string f = functions[random() % std::size(functions)];
  const PermittedTensor p =
      reduced(f, type, sizes, data, axes, f == "ARGMAX" ? DataType::UINT32 : type).permitted();
  const bool negative_is_less = is_signed(type);
  const int shift = size_of(type) == 4 ? 32 : 0;
  const auto wide = [&](std::uint64_t bits) {
    return negative_is_less ? static_cast<std::int64_t>(bits << shift) >> shift
                            : static_cast<std::int64_t>(bits);
  };
  const auto less = [&](std::uint64_t a, std::uint64_t b) {
    return negative_is_less ? wide(a) < wide(b) : a < b;
  };
  List out = sizes;
  for (const std::int64_t axis : axes) out[static_cast<std::size_t>(axis)] = 1;
  List to(3, 0);
  do {
    std::uint64_t sum = 0, product = 1, squares = 0, norm = 0, most = 0, least = 0, count = 0,
                  at = 0;
    List from(3, 0);
    do {
      bool belongs = true;
      for (std::size_t d = 0; d < 3; ++d) belongs &= out[d] == 1 || from[d] == to[d];
      if (!belongs) continue;
      const std::uint64_t x = bits_at(type, data, position(from, sizes));
      sum += x;
      product *= x;
      squares += x * x;
      norm += negative_is_less && wide(x) < 0 ? 0 - x : x;
      if (count == 0 || less(most, x)) most = x, at = count;
      if (count == 0 || less(x, least)) least = x;
      ++count;
    } while (step(from, sizes));
    std::uint64_t right = f == "L1"         ? norm
                          : f == "MAX"      ? most
                          : f == "MIN"      ? least
                          : f == "MULTIPLY" ? product
                          : f == "SUM"      ? sum
                          : f == "ARGMAX"   ? at
                                            : squares;
    if (size_of(p.type) == 4) right &= 0xffffffff;
    RC_ASSERT(bits_at(p.type, p.bytes, position(to, out)) == right);
  } while (step(to, out));
}

TEST(Reduce, ReducesIntegersOverSeveralAxes) {
  EXPECT_TRUE(holds("integers wrap, and indices count in row-major order", reduces_integers));
}

TEST(Reduce, TakesAnyOfSeveralDenormalsForTheExtremeWhereTheyAreFlushed) {
  const std::vector<float> row{0x1p-130f, 0x1.8p-128f, -1.f};
  for (const float x : row) {
    EXPECT_EQ(permits_float(reduced_row("MAX", row, true), x), x > 0);
    EXPECT_EQ(permits_float(reduced_row("MAX", row), x), x == 0x1.8p-128f);
  }
  EXPECT_TRUE(permits_float(reduced_row("MAX", row, true), 0));
  EXPECT_FALSE(permits_float(reduced_row("MIN", row, true), 0));
}

TEST(Reduce, PermitsAllBetweenTheElementsWhereOneIsAnyNan) {
  for (const std::uint32_t nan : {0x7fc00000u, 0x7f800001u, 0xffbfffffu}) {
    const PermittedTensor p = reduced_row("MAX", {-8.f, 3.f, std::bit_cast<float>(nan), 8.f, 1.f});
    EXPECT_TRUE(permits_float(p, -8) && permits_float(p, 8) && permits_float(p, NAN));
    EXPECT_FALSE(permits_float(p, 9));
  }
}

}  // namespace
}  // namespace assay::ops
