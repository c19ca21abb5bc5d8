// The oracles of average_pooling and lp_pooling are compared with windows that are walked
// coordinate by coordinate.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/row_questions.h"

namespace assay::ops {
namespace {

/// A window over an image of one batch and one channel.
struct PooledImage {
  List sizes, window, strides, start, dilations;
  std::vector<float> data;
  List output;

  explicit PooledImage(std::mt19937_64& random, bool integers) {
    for (int d = 0; d < 2; ++d) {
      sizes.push_back(pick(random, 1, 6));
      start.push_back(pick(random, 0, 2));
      const std::int64_t end = pick(random, 0, 2), padded = sizes[d] + start[d] + end;
      dilations.push_back(pick(random, 1, 2));
      window.push_back(pick(random, 1, 1 + (padded - 1) / dilations[d]));
      strides.push_back(pick(random, 1, 3));
      output.push_back((padded - (1 + (window[d] - 1) * dilations[d])) / strides[d] + 1);
    }
    for (std::int64_t i = 0; i < sizes[0] * sizes[1]; ++i)
      data.push_back(integers
                         ? static_cast<float>(pick(random, -20, 20))
                         : static_cast<float>(std::uniform_real_distribution<>(-2, 2)(random)));
  }
  Question question(const std::string& name) const {
    Question q(name);
    q.input("InputTensor", DataType::FLOAT32, {1, 1, sizes[0], sizes[1]}, packed(data))
        .output("OutputTensor", DataType::FLOAT32, {1, 1, output[0], output[1]})
        .value("DimensionCount", 2)
        .array("Strides", strides)
        .array("WindowSize", window)
        .array("StartPadding", start)
        .array("EndPadding", {0, 0})
        .array("Dilations", dilations);
    return q;
  }
  std::vector<float> elements(std::int64_t y, std::int64_t x) const {
    std::vector<float> all;
    for (std::int64_t i = 0; i < window[0]; ++i)
      for (std::int64_t j = 0; j < window[1]; ++j) {
        const std::int64_t row = y * strides[0] + i * dilations[0] - start[0];
        const std::int64_t column = x * strides[1] + j * dilations[1] - start[1];
        if (row >= 0 && row < sizes[0] && column >= 0 && column < sizes[1])
          all.push_back(data[static_cast<std::size_t>(row * sizes[1] + column)]);
      }
    return all;
  }
};

bool permits_pooled(const PermittedTensor& p, std::int64_t i, float x) {
  return permits(p, static_cast<std::uint64_t>(i), std::bit_cast<std::uint32_t>(x));
}

void averages(std::mt19937_64& random) {
  const PooledImage image(random, random() % 2);
  const bool includes = random() % 2;
  Question q = image.question("average_pooling1");
  const PermittedTensor p = q.value("IncludePadding", includes, Kind::Bool).permitted();
  for (std::int64_t i = 0; i < image.output[0] * image.output[1]; ++i) {
    std::vector<float> elements = image.elements(i / image.output[1], i % image.output[1]);
    const std::int64_t count =
        includes ? image.window[0] * image.window[1] : static_cast<std::int64_t>(elements.size());
    if (count == 0) {
      RC_ASSERT(permits_pooled(p, i, NAN) && permits_pooled(p, i, 0));
      continue;
    }
    std::shuffle(elements.begin(), elements.end(), random);
    float sum = 0, magnitudes = 0;
    for (const float x : elements) sum += x, magnitudes += std::abs(x);
    RC_ASSERT(permits_pooled(p, i, sum / static_cast<float>(count)));
    const float beyond = 2e-5f * (magnitudes + 1);
    RC_ASSERT(!permits_pooled(p, i, sum / static_cast<float>(count) + beyond));
  }
}

TEST(AveragePooling, AveragesTheElementsOfEachPlace) {
  EXPECT_TRUE(holds("averages of sums in any order are permitted", averages));
}

void norms(std::mt19937_64& random) {
  const PooledImage image(random, true);
  const std::int64_t power = pick(random, 1, 4);
  Question q = image.question("lp_pooling1");
  const PermittedTensor p = q.value("P", power).permitted();
  for (std::int64_t i = 0; i < image.output[0] * image.output[1]; ++i) {
    double sum = 0;
    for (const float x : image.elements(i / image.output[1], i % image.output[1]))
      sum += std::pow(std::abs(static_cast<double>(x)), power);
    const auto norm = static_cast<float>(std::pow(sum, 1.0 / static_cast<double>(power)));
    RC_ASSERT(permits_pooled(p, i, norm));
    RC_ASSERT(!permits_pooled(p, i, norm * 1.0001f + 1e-6f));
    // Sums of magnitudes of integers are exact.
    if (power == 1) RC_ASSERT(!permits_pooled(p, i, std::nextafter(norm, INFINITY)));
  }
}

TEST(LpPooling, TakesTheNormOfEachPlace) {
  EXPECT_TRUE(holds("the norm of magnitudes is permitted", norms));
}

/// An operator that pools a row of elements in one place.
Question pooled_row(const std::string& name, const std::vector<float>& row) {
  return ops::pooled_row(name, DataType::FLOAT32, static_cast<std::int64_t>(row.size()),
                         packed(row));
}

/// What the norm of one element permits.
PermittedTensor norm_of(float x, std::int64_t power) {
  return pooled_row("lp_pooling", {x}).value("P", power).permitted();
}

TEST(AveragePooling, PermitsTheExactAverageWhereTheSumOverflows) {
  Question q = pooled_row("average_pooling", {0x1p127f, 0x1p127f});
  const PermittedTensor p = q.value("IncludePadding", 0, Kind::Bool).permitted();
  for (const float x : {0x1p127f, INFINITY}) EXPECT_TRUE(permits_pooled(p, 0, x));
  EXPECT_FALSE(permits_pooled(p, 0, 0x1p126f));
}

TEST(AveragePooling, OfAnInfinityIsNoNan) {
  Question q = pooled_row("average_pooling", {INFINITY, 1});
  const PermittedTensor permitted = q.value("IncludePadding", 0, Kind::Bool).permitted();
  EXPECT_TRUE(permits_pooled(permitted, 0, INFINITY));
  EXPECT_FALSE(permits_pooled(permitted, 0, NAN));
}

TEST(LpPooling, LetsPowersOverflow) {
  const PermittedTensor p = norm_of(0x1p60f, 3);
  EXPECT_TRUE(permits_pooled(p, 0, INFINITY));
  EXPECT_TRUE(permits_pooled(p, 0, 0x1p60f));
  EXPECT_FALSE(permits_pooled(p, 0, NAN));
}

TEST(LpPooling, LetsPowersUnderflowAndPermitsTheExactNorm) {
  for (const std::int64_t power : {2, 3, 4})
    for (const float x : {-1.855036e-27f, 0x1p-126f, 2.222814e-39f}) {
      const PermittedTensor p = norm_of(x, power);
      EXPECT_TRUE(permits_pooled(p, 0, 0)) << x << " " << power;
      EXPECT_TRUE(permits_pooled(p, 0, std::abs(x))) << x << " " << power;
      // What a power that underflows may come as has roots of all sizes; a square comes as zero.
      if (power == 2) {
        EXPECT_FALSE(permits_pooled(p, 0, std::abs(x) * 1.01f)) << x;
      }
    }
}

TEST(LpPooling, OfZerosIsZero) {
  for (const std::int64_t power : {1, 2, 3, 4}) {
    const PermittedTensor p = norm_of(0, power);
    EXPECT_TRUE(permits_pooled(p, 0, 0)) << power;
    EXPECT_FALSE(permits_pooled(p, 0, NAN)) << power;
    EXPECT_FALSE(permits_pooled(p, 0, 1e-45f)) << power;
  }
}

}  // namespace
}  // namespace assay::ops
