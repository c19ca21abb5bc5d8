// The oracle of gemm is compared with sound evaluations: products in any order, fused or rounded.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

/// A product of matrices of FLOAT32, put together by hand.
struct MatrixProduct {
  std::int64_t rows, depth, columns;
  bool transpose_a = false, transpose_b = false;
  float alpha = 1, beta = 1;
  /// Row-major once transposed; c may be empty.
  std::vector<float> a = {}, b = {}, c = {};

  static std::vector<float> transposed(const std::vector<float>& m, std::int64_t rows,
                                       std::int64_t columns) {
    std::vector<float> t;
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t i = 0; i < rows; ++i)
        t.push_back(m[static_cast<std::size_t>(i * columns + j)]);
    return t;
  }
  PermittedTensor permitted(bool flush = false) const {
    const List a_sizes = transpose_a ? List{depth, rows} : List{rows, depth};
    const List b_sizes = transpose_b ? List{columns, depth} : List{depth, columns};
    Question q("gemm");
    q.input("ATensor", DataType::FLOAT32, a_sizes,
            packed(transpose_a ? transposed(a, rows, depth) : a))
        .input("BTensor", DataType::FLOAT32, b_sizes,
               packed(transpose_b ? transposed(b, depth, columns) : b))
        .optional_input("CTensor", DataType::FLOAT32, {rows, columns}, packed(c))
        .output("OutputTensor", DataType::FLOAT32, {rows, columns})
        .choice("TransA", {"NONE", "TRANSPOSE"}, transpose_a)
        .choice("TransB", {"NONE", "TRANSPOSE"}, transpose_b)
        .number("Alpha", alpha)
        .number("Beta", beta);
    return q.permitted({flush});
  }
};

/// A row of FLOAT16 ones times a column of FLOAT16 values.
PermittedTensor half_product(const std::vector<float>& column, const FloatModel& model,
                             float alpha = 1) {
  const auto depth = static_cast<std::int64_t>(column.size());
  const std::vector<_Float16> ones(column.size(), 1), values(column.begin(), column.end());
  Question q("gemm");
  q.input("ATensor", DataType::FLOAT16, {1, depth}, packed(ones))
      .input("BTensor", DataType::FLOAT16, {depth, 1}, packed(values))
      .optional_input("CTensor", DataType::FLOAT16, {1, 1}, {})
      .output("OutputTensor", DataType::FLOAT16, {1, 1})
      .choice("TransA", {"NONE", "TRANSPOSE"}, 0)
      .choice("TransB", {"NONE", "TRANSPOSE"}, 0)
      .number("Alpha", alpha)
      .number("Beta", 0);
  return q.permitted(model);
}

bool permits_half(const PermittedTensor& p, float x) {
  return permits(p, 0, std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)));
}

TEST(Gemm, IsSummedInHalfByWhoeverIsFreeAndByKernelsThatSaySo) {
  // In a FLOAT16 accumulator each 1 is rounded away.
  const std::vector<float> column{2048, 1, 1, 1, 1, 1, 1};
  const FloatModel own{}, free{.profile = Profile::Free}, in_half{.in_half = true};
  EXPECT_TRUE(permits_half(half_product(column, own), 2054));
  EXPECT_FALSE(permits_half(half_product(column, own), 2048));
  for (const FloatModel& model : {free, in_half}) {
    EXPECT_TRUE(permits_half(half_product(column, model), 2054));
    EXPECT_TRUE(permits_half(half_product(column, model), 2048));
    EXPECT_FALSE(permits_half(half_product(column, model), 2030));
  }
}

// 1e-8 is no FLOAT16, and 40,000 times that is one.
TEST(Gemm, ScalesSumsOfOurOwnKernelsInFloats) {
  const auto scaled = [](const FloatModel& model) {
    return half_product({20000, 20000}, model, 1e-8f);
  };
  for (const bool flush16 : {false, true}) {
    const auto own = scaled({.in_half = true, .flush16 = flush16});
    EXPECT_TRUE(permits_half(own, 4e-4f));
    EXPECT_FALSE(permits_half(own, 0));
  }
  EXPECT_TRUE(permits_half(scaled({.profile = Profile::Free, .in_half = true}), 0));
}

TEST(Gemm, LosesDenormalHalvesOnlyWhereTheyAreComputedWithAndTheDeviceFlushesThem) {
  const std::vector<float> column{0x1p-15f, 0x1p-15f, 0x1p-15f};
  for (const bool in_half : {false, true})
    for (const bool flush16 : {false, true}) {
      const auto p = half_product(column, {.in_half = in_half, .flush16 = flush16});
      EXPECT_TRUE(permits_half(p, 0x1.8p-14f));
      EXPECT_EQ(permits_half(p, 0), in_half && flush16);
    }
}

bool permits_product(const PermittedTensor& p, std::uint64_t i, float x) {
  return permits(p, i, std::bit_cast<std::uint32_t>(x));
}

MatrixProduct random_product(std::mt19937_64& random, bool integers) {
  MatrixProduct m{pick(random, 1, 4), pick(random, 1, random() % 4 ? 5 : 40), pick(random, 1, 4)};
  m.transpose_a = random() % 2;
  m.transpose_b = random() % 2;
  const auto values = [&](std::int64_t count) {
    std::vector<float> all;
    for (; count > 0; --count)
      all.push_back(integers ? static_cast<float>(pick(random, -9, 9))
                             : static_cast<float>(std::uniform_real_distribution<>(-2, 2)(random)));
    return all;
  };
  m.a = values(m.rows * m.depth);
  m.b = values(m.depth * m.columns);
  if (random() % 2) m.c = values(m.rows * m.columns);
  m.alpha = values(1)[0];
  m.beta = values(1)[0];
  return m;
}

void permits_sound_products(std::mt19937_64& random) {
  const MatrixProduct m = random_product(random, random() % 2);
  const PermittedTensor p = m.permitted();
  const auto fused_or_not = [&](float a, float b, float c) {
    return random() % 2 ? std::fma(a, b, c) : a * b + c;
  };
  for (std::int64_t i = 0; i < m.rows * m.columns; ++i) {
    float parts[3] = {0, 0, 0};
    for (std::int64_t k = 0; k < m.depth; ++k) {
      float& sum = parts[random() % 3];
      sum = fused_or_not(m.a[static_cast<std::size_t>(i / m.columns * m.depth + k)],
                         m.b[static_cast<std::size_t>(k * m.columns + i % m.columns)], sum);
    }
    const float sum = (parts[0] + parts[1]) + parts[2];
    float came = m.alpha * sum;
    if (!m.c.empty()) {
      const float c = m.c[static_cast<std::size_t>(i)];
      came = random() % 2 ? fused_or_not(m.alpha, sum, m.beta * c) : fused_or_not(m.beta, c, came);
    }
    RC_ASSERT(permits_product(p, static_cast<std::uint64_t>(i), came));
  }
}

TEST(Gemm, PermitsSoundProducts) {
  EXPECT_TRUE(holds("products in any order, fused or not, are permitted", permits_sound_products));
}

void refuses_the_neighbours_of_integers(std::mt19937_64& random) {
  const MatrixProduct m = random_product(random, true);
  const PermittedTensor p = m.permitted();
  for (std::int64_t i = 0; i < m.rows * m.columns; ++i) {
    float right = 0;
    for (std::int64_t k = 0; k < m.depth; ++k)
      right += m.a[static_cast<std::size_t>(i / m.columns * m.depth + k)] *
               m.b[static_cast<std::size_t>(k * m.columns + i % m.columns)];
    right *= m.alpha;
    if (!m.c.empty() && m.beta != 0) right += m.beta * m.c[static_cast<std::size_t>(i)];
    const auto at = static_cast<std::uint64_t>(i);
    RC_ASSERT(permits_product(p, at, right));
    RC_ASSERT(!permits_product(p, at, std::nextafter(right, INFINITY)));
    RC_ASSERT(!permits_product(p, at, std::nextafter(right, -INFINITY)));
  }
}

TEST(Gemm, RefusesTheNeighboursOfProductsOfIntegers) {
  EXPECT_TRUE(
      holds("one ULP beside an exact product is refused", refuses_the_neighbours_of_integers));
}

TEST(Gemm, LeavesCOutWhereBetaIsZeroOrNot) {
  MatrixProduct m{1, 1, 1};
  m.a = {2};
  m.b = {3};
  m.c = {NAN};
  m.beta = 0;
  EXPECT_TRUE(permits_product(m.permitted(), 0, 6));
  EXPECT_TRUE(permits_product(m.permitted(), 0, NAN));
  m.beta = 1;
  EXPECT_FALSE(permits_product(m.permitted(), 0, 6));
}

TEST(Gemm, KnowsWhichPartialSumsMayOverflow) {
  MatrixProduct m{1, 3, 1};
  m.a = {0x1p127f, 0x1p127f, -0x1p127f};
  m.b = {1, 1, 1};
  for (const float x : {0x1p127f, INFINITY}) EXPECT_TRUE(permits_product(m.permitted(), 0, x));
  for (const float x : {-INFINITY, NAN, 0.f}) EXPECT_FALSE(permits_product(m.permitted(), 0, x));
}

TEST(Gemm, PermitsTheExactResultWhereTheSumOverflows) {
  MatrixProduct m{1, 2, 1};
  m.a = {0x1p127f, 0x1p127f};
  m.b = {1, 1};
  m.alpha = 0.25f;
  for (const float x : {0x1p126f, INFINITY}) EXPECT_TRUE(permits_product(m.permitted(), 0, x));
  EXPECT_FALSE(permits_product(m.permitted(), 0, 0x1p125f));
  m.a[0] = INFINITY;
  EXPECT_FALSE(permits_product(m.permitted(), 0, 0x1p125f));
}

TEST(Gemm, FlushesDenormalsOnlyWhereTheDeviceMay) {
  MatrixProduct m{1, 1, 1};
  m.a = {0x1p-130f};
  m.b = {0x1p100f};
  EXPECT_FALSE(permits_product(m.permitted(), 0, 0));
  EXPECT_TRUE(permits_product(m.permitted(true), 0, 0));
  EXPECT_TRUE(permits_product(m.permitted(true), 0, 0x1p-30f));
}

}  // namespace
}  // namespace assay::ops
