// Sums by every order of summation that a driver might choose must be permitted, in the terms' own
// precision and in wider ones; sums that lack a term must not be.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <numeric>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

using Eigen::half;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kDenormal = 0x1p-130f;

Question cumulative(DataType type, List sizes, Bytes data, std::int64_t axis,
                    bool decreasing = false, bool exclusive = false) {
  Question q("cumulative_summation");
  q.input("InputTensor", type, sizes, std::move(data))
      .output("OutputTensor", type, sizes)
      .value("Axis", axis)
      .value("AxisDirection", decreasing, Kind::Enum)
      .value("HasExclusiveSum", exclusive, Kind::Bool);
  return q;
}

/// What a row of FLOAT32 or FLOAT16 values permits.
PermittedTensor row(std::vector<float> values, bool flush = false) {
  const auto n = static_cast<std::int64_t>(values.size());
  return cumulative(DataType::FLOAT32, {n}, packed(values), 0).permitted({flush});
}
PermittedTensor half_row(const std::vector<float>& values) {
  std::vector<half> halves(values.begin(), values.end());
  return cumulative(DataType::FLOAT16, {static_cast<std::int64_t>(values.size())}, packed(halves),
                    0)
      .permitted();
}
bool permits_value(const PermittedTensor& p, std::uint64_t i, float value) {
  return permits(p, i,
                 p.type == DataType::FLOAT32
                     ? std::bit_cast<std::uint32_t>(value)
                     : Eigen::numext::bit_cast<std::uint16_t>(static_cast<half>(value)));
}

TEST(CumulativeSummation, GivesTheAnswersOfThePage) {
  const auto answer = [](std::int64_t axis, bool decreasing, bool exclusive) {
    return cumulative(DataType::FLOAT32, {1, 1, 3, 4},
                      packed({2.f, 1.f, 3.f, 5.f, 3.f, 8.f, 7.f, 3.f, 9.f, 6.f, 2.f, 4.f}), axis,
                      decreasing, exclusive)
        .permitted()
        .bytes;
  };
  EXPECT_EQ(answer(3, false, false),
            packed({2.f, 3.f, 6.f, 11.f, 3.f, 11.f, 18.f, 21.f, 9.f, 15.f, 17.f, 21.f}));
  EXPECT_EQ(answer(3, false, true),
            packed({0.f, 2.f, 3.f, 6.f, 0.f, 3.f, 11.f, 18.f, 0.f, 9.f, 15.f, 17.f}));
  EXPECT_EQ(answer(3, true, false),
            packed({11.f, 9.f, 8.f, 5.f, 21.f, 18.f, 10.f, 3.f, 21.f, 12.f, 6.f, 4.f}));
  EXPECT_EQ(answer(2, false, false),
            packed({2.f, 1.f, 3.f, 5.f, 5.f, 9.f, 10.f, 8.f, 14.f, 15.f, 12.f, 12.f}));
  EXPECT_EQ(answer(3, true, true),
            packed({9.f, 8.f, 5.f, 0.f, 18.f, 10.f, 3.f, 0.f, 12.f, 6.f, 4.f, 0.f}));
}

// --- Orders of summation
// --------------------------------------------------------------------------

template <class T>
T flushed(T x, bool flush) {
  return flush && std::abs(static_cast<float>(x)) < std::numeric_limits<float>::min() ? T(0) : x;
}

/// The sum by a random binary tree over the terms in random order; every node is rounded to T.
template <class T>
T tree_sum(std::mt19937_64& random, std::vector<T> terms, bool flush) {
  for (T& t : terms) t = flushed(t, flush);
  std::shuffle(terms.begin(), terms.end(), random);
  while (terms.size() > 1) {
    const auto i = random() % (terms.size() - 1);
    terms[i] = flushed<T>(terms[i] + terms[i + 1], flush);
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return terms.empty() ? T(0) : terms[0];
}

template <class T>
T serial_sum(const std::vector<T>& terms, bool flush) {
  T sum(0);
  for (T t : terms) sum = flushed<T>(sum + flushed(t, flush), flush);
  return sum;
}

/// Sums of blocks, then the sum of those: what a work-group scan does.
template <class T>
T blocked_sum(const std::vector<T>& terms, std::size_t block, bool flush) {
  std::vector<T> sums;
  for (std::size_t i = 0; i < terms.size(); i += block) {
    const auto first = terms.begin() + static_cast<std::ptrdiff_t>(i);
    sums.push_back(serial_sum(std::vector<T>(first, first + static_cast<std::ptrdiff_t>(
                                                                std::min(block, terms.size() - i))),
                              flush));
  }
  return serial_sum(sums, flush);
}

/// Sums as a device with accumulators of type Wide may compute them.
template <class Wide>
std::vector<float> sums(std::mt19937_64& random, const std::vector<float>& terms, bool flush) {
  const std::vector<Wide> wide(terms.begin(), terms.end());
  return {static_cast<float>(serial_sum(wide, flush)),
          static_cast<float>(blocked_sum(wide, 4, flush)),
          static_cast<float>(tree_sum(random, wide, flush)),
          static_cast<float>(tree_sum(random, wide, flush))};
}

enum class Values { Reals, Signed, Huge, Tiny, Mixed };

float draw(std::mt19937_64& random, DataType type, Values values) {
  const auto real = [&](double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<>(low, high)(random));
  };
  const bool wide = type == DataType::FLOAT32;
  const float x = [&]() -> float {
    switch (values) {
      case Values::Reals:
        return real(0, 1);
      case Values::Signed:
        return real(-100, 100);
      case Values::Huge:
        return real(-1, 1) * (wide ? 0x1.8p127f : 60000.f);
      case Values::Tiny:
        return real(-1, 1) * (wide ? 0x1p-124f : 0x1p-13f);
      case Values::Mixed:
        break;
    }
    if (random() % 40 == 0) return random() % 3 ? (random() % 2 ? kInf : -kInf) : kNan;
    return std::ldexp(real(-1, 1), static_cast<int>(pick(random, wide ? -140 : -20, 14)));
  }();
  return wide ? x : static_cast<float>(static_cast<half>(x));
}

/// The terms of the sum at a position, by its coordinates.
std::vector<float> terms_at(const Problem& problem, const List& at) {
  const TensorDesc& tensor = problem.tensor("InputTensor");
  const auto axis = static_cast<std::size_t>(problem.value("Axis"));
  const bool decreasing = problem.value("AxisDirection") == 1;
  std::vector<float> terms;
  for (std::int64_t j = 0; j < tensor.sizes[axis]; ++j) {
    const bool before = decreasing ? j > at[axis] : j < at[axis];
    if (!before && (j != at[axis] || problem.value("HasExclusiveSum"))) continue;
    List from = at;
    from[axis] = j;
    terms.push_back(static_cast<float>(
        float_at(tensor.type, problem.input("InputTensor"), position(from, tensor.sizes))));
  }
  return terms;
}

Question draw_question(std::mt19937_64& random, DataType type, Values values) {
  List sizes;
  const auto rank = static_cast<std::size_t>(pick(random, 1, 4));
  while (sizes.size() < rank) sizes.push_back(pick(random, 1, 3));
  const auto axis = static_cast<std::size_t>(pick(random, 0, static_cast<int>(rank) - 1));
  sizes[axis] = pick(random, 1, random() % 4 ? 12 : 150);
  const std::uint64_t count = *element_count(sizes);
  Bytes data(count * size_of(type));
  for (std::uint64_t i = 0; i < count; ++i) {
    const float x = draw(random, type, values);
    set_bits(type, data, i,
             type == DataType::FLOAT32
                 ? std::bit_cast<std::uint32_t>(x)
                 : Eigen::numext::bit_cast<std::uint16_t>(static_cast<half>(x)));
  }
  return cumulative(type, sizes, std::move(data), static_cast<std::int64_t>(axis), random() & 1,
                    random() & 1);
}

void every_order_is_permitted(std::mt19937_64& random, DataType type, bool flush) {
  const Question question = draw_question(random, type, static_cast<Values>(pick(random, 0, 4)));
  const PermittedTensor permitted = question.permitted({flush});
  const List& sizes = question.problem().tensor("InputTensor").sizes;
  List at(sizes.size(), 0);
  do {
    const std::vector<float> terms = terms_at(question.problem(), at);
    std::vector<float> answers = sums<float>(random, terms, flush);
    if (!flush)
      for (float s : sums<double>(random, terms, false)) answers.push_back(s);
    if (type == DataType::FLOAT16)
      for (float s : sums<half>(random, terms, false)) answers.push_back(s);
    for (float s : answers) {
      if (permits_value(permitted, position(at, sizes), s)) continue;
      std::ostringstream what;
      what << s << " of " << terms.size() << " terms:";
      for (float t : terms) what << ' ' << t;
      RC_FAIL(what.str());
    }
  } while (step(at, sizes));
}

TEST(CumulativeSummation, PermitsEveryOrderOfSummation) {
  EXPECT_TRUE(holds("FLOAT32 sums of any order are permitted", [](std::mt19937_64& random) {
    every_order_is_permitted(random, DataType::FLOAT32, false);
  }));
  EXPECT_TRUE(holds(
      "FLOAT16 sums of any order and precision are permitted",
      [](std::mt19937_64& random) { every_order_is_permitted(random, DataType::FLOAT16, false); }));
  EXPECT_TRUE(holds(
      "sums with denormals flushed are permitted where the device may flush",
      [](std::mt19937_64& random) { every_order_is_permitted(random, DataType::FLOAT32, true); }));
}

// --- Wrong sums
// -----------------------------------------------------------------------------------

TEST(CumulativeSummation, RefusesWrongSumsOfIntegers) {
  EXPECT_TRUE(holds("a dropped, doubled or misplaced term of small integers is noticed",
                    [](std::mt19937_64& random) {
                      const DataType type = random() & 1 ? DataType::FLOAT32 : DataType::FLOAT16;
                      // A lane of NaN denies the other one the short way of judging by bits.
                      const bool lanes = random() & 1;
                      const std::int64_t n = pick(random, 2, 130);
                      std::vector<float> values;
                      for (std::int64_t i = 0; i < n; ++i) {
                        values.push_back(static_cast<float>(pick(random, 1, 9)));
                        if (lanes) values.push_back(kNan);
                      }
                      const std::int64_t width = lanes ? 2 : 1;
                      const std::vector<half> halves(values.begin(), values.end());
                      const PermittedTensor p =
                          cumulative(type, {n, width},
                                     type == DataType::FLOAT32 ? packed(values) : packed(halves), 0)
                              .permitted();
                      RC_ASSERT(p.by_intervals() == lanes);
                      float sum = 0, since_edge = 0, before = 0;
                      for (std::int64_t i = 0; i < n; ++i) {
                        const float term = values[static_cast<std::size_t>(i * width)];
                        const auto at = static_cast<std::uint64_t>(i * width);
                        since_edge = i % 64 == 0 ? term : since_edge + term;
                        before = sum;
                        sum += term;
                        RC_ASSERT(permits_value(p, at, sum));
                        RC_ASSERT(!permits_value(p, at, before));
                        RC_ASSERT(!permits_value(p, at, sum + 1));
                        RC_ASSERT(since_edge == sum || !permits_value(p, at, since_edge));
                      }
                    }));
}

TEST(CumulativeSummation, IsExactAsFarAsTheSignificandReaches) {
  const auto p = half_row({2047, 1, 1, -1});
  EXPECT_TRUE(permits_value(p, 1, 2048));
  EXPECT_FALSE(permits_value(p, 1, 2046));
  EXPECT_FALSE(permits_value(p, 1, 2050));
  EXPECT_TRUE(permits_value(p, 2, 2048));
  EXPECT_TRUE(permits_value(p, 2, 2050));
  EXPECT_FALSE(permits_value(p, 2, 2040));
  const auto q = row({0x1p24f, -1});
  EXPECT_TRUE(permits_value(q, 1, 0x1p24f - 1));
  EXPECT_EQ(q.low[0], 0x1p24);
}

TEST(CumulativeSummation, HasTightIntervals) {
  const auto p = row({1, 0x1p-24f, 0x1p-24f});
  EXPECT_TRUE(permits_value(p, 2, 1));
  EXPECT_TRUE(permits_value(p, 2, 1 + 0x1p-22f));
  EXPECT_FALSE(permits_value(p, 2, 1 + 0x1.8p-22f));
  EXPECT_FALSE(permits_value(p, 2, 1 - 0x1p-23f));
}

// --- Integers
// -------------------------------------------------------------------------------------

TEST(CumulativeSummation, WrapsIntegers) {
  EXPECT_TRUE(holds("integers are summed modulo two to the width", [](std::mt19937_64& random) {
    constexpr DataType kTypes[] = {DataType::INT32, DataType::UINT32, DataType::INT64,
                                   DataType::UINT64};
    const DataType type = pick(random, kTypes);
    const List sizes{pick(random, 1, 4), pick(random, 1, 5), pick(random, 1, 4)};
    const bool decreasing = random() & 1, exclusive = random() & 1;
    const auto axis = static_cast<std::size_t>(pick(random, 0, 2));
    const Bytes data = random_elements(random, type, *element_count(sizes));
    const auto p =
        cumulative(type, sizes, data, static_cast<std::int64_t>(axis), decreasing, exclusive)
            .permitted();
    List at(3, 0);
    do {
      std::uint64_t sum = 0;
      for (std::int64_t j = 0; j < sizes[axis]; ++j) {
        if (decreasing ? j < at[axis] : j > at[axis]) continue;
        if (exclusive && j == at[axis]) continue;
        List from = at;
        from[axis] = j;
        sum += bits_at(type, data, position(from, sizes));
      }
      if (size_of(type) == 4) sum &= 0xffffffff;
      RC_ASSERT(bits_at(type, p.bytes, position(at, sizes)) == sum);
    } while (step(at, sizes));
  }));
}

// --- Infinities, NaN, denormals
// -------------------------------------------------------------------

TEST(CumulativeSummation, KeepsInfinityAndNanToTheSumsThatHoldThem) {
  const auto p = row({1, kInf, 5, -kInf, 1});
  EXPECT_TRUE(permits_value(p, 0, 1));
  EXPECT_FALSE(permits_value(p, 0, kInf));
  for (std::uint64_t i : {1u, 2u}) {
    EXPECT_TRUE(permits_value(p, i, kInf));
    EXPECT_FALSE(permits_value(p, i, kNan));
    EXPECT_FALSE(permits_value(p, i, -kInf));
    EXPECT_FALSE(permits_value(p, i, std::numeric_limits<float>::max()));
  }
  for (std::uint64_t i : {3u, 4u}) {
    EXPECT_TRUE(permits_value(p, i, kNan));
    EXPECT_FALSE(permits_value(p, i, kInf));
    EXPECT_FALSE(permits_value(p, i, 7));
  }
  const auto q = row({kNan, kInf});
  EXPECT_TRUE(permits_value(q, 0, kNan));
  EXPECT_FALSE(permits_value(q, 1, kInf));
}

TEST(CumulativeSummation, PermitsInfinityWhereAPartialSumMayOverflow) {
  const auto p = row({0x1p127f, -0x1p127f, 0x1p127f});
  EXPECT_FALSE(permits_value(p, 0, kInf));
  EXPECT_TRUE(permits_value(p, 1, 0));
  EXPECT_FALSE(permits_value(p, 1, kNan));
  EXPECT_TRUE(permits_value(p, 2, 0x1p127f));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, -kInf));
  EXPECT_FALSE(permits_value(p, 2, kNan));
  const auto both = row({0x1p127f, 0x1p127f, -0x1p127f, -0x1p127f});
  for (float x : {0.f, kInf, -kInf, kNan}) EXPECT_TRUE(permits_value(both, 3, x));
}

TEST(CumulativeSummation, RequiresInfinityWhereTheSumOverflows) {
  const auto p = half_row({60000, 60000, 1});
  EXPECT_FALSE(permits_value(p, 0, kInf));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, 65504));
  EXPECT_FALSE(permits_value(p, 2, kNan));
  const auto n = half_row({-60000, -60000});
  EXPECT_TRUE(permits_value(n, 1, -kInf));
  EXPECT_FALSE(permits_value(n, 1, -65504));
}

TEST(CumulativeSummation, PermitsNanWhereAnInfinityMayMeetAnOverflow) {
  const auto p = half_row({kInf, -60000, -60000});
  EXPECT_FALSE(permits_value(p, 1, kNan));
  EXPECT_TRUE(permits_value(p, 2, kNan));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, -kInf));
}

TEST(CumulativeSummation, FlushesDenormalsOnlyWhereTheDeviceMay) {
  const std::vector<float> values{kDenormal, kDenormal};
  EXPECT_FALSE(permits_value(row(values), 0, 0));
  EXPECT_FALSE(permits_value(row(values), 1, kDenormal));
  EXPECT_TRUE(permits_value(row(values), 1, 2 * kDenormal));
  EXPECT_TRUE(permits_value(row(values, true), 0, 0));
  EXPECT_TRUE(permits_value(row(values, true), 0, kDenormal));
  EXPECT_FALSE(permits_value(row({1, 2}, true), 1, 2));
  const auto difference = row({0x1.8p-126f, -0x1p-126f}, true);
  EXPECT_TRUE(permits_value(difference, 1, 0));
  EXPECT_TRUE(permits_value(difference, 1, 0x1p-127f));
  EXPECT_FALSE(permits_value(half_row({0x1p-24f}), 0, 0));
}

TEST(CumulativeSummation, TakesEitherZero) {
  for (float second : {-1.f, 0.1f}) {
    const auto p =
        cumulative(DataType::FLOAT32, {2}, packed({1.f, second}), 0, false, true).permitted();
    EXPECT_TRUE(permits_value(p, 0, 0.f));
    EXPECT_TRUE(permits_value(p, 0, -0.f));
    EXPECT_FALSE(permits_value(p, 0, 0x1p-149f));
  }
}

}  // namespace
}  // namespace assay::ops
