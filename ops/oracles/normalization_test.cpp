// The operators that normalize, evaluated as sound devices may evaluate them: all results must be
// permitted. Values worked out by hand, and results of wrong steps, follow.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/row_questions.h"
#include "ops/oracles/sound_arithmetic.h"

namespace assay::ops {
namespace {

std::vector<float> random_row(std::mt19937_64& random, int kind, std::size_t length) {
  std::vector<float> row(length);
  for (float& x : row) x = random_element(random, kind);
  return row;
}

bool permits_row(const PermittedTensor& answer, const std::vector<float>& row) {
  return !first_unpermitted(answer, packed(row));
}

Question lp_question(const List& sizes, const std::vector<float>& data, std::int64_t axis,
                     float epsilon, std::int64_t p) {
  Question q("lp_normalization");
  q.input("InputTensor", DataType::FLOAT32, sizes, packed(data))
      .output("OutputTensor", DataType::FLOAT32, sizes)
      .value("Axis", axis)
      .number("Epsilon", epsilon)
      .value("P", p);
  return q;
}

TEST(LpNormalization, PermitsWhatSoundDevicesGive) {
  EXPECT_TRUE(holds("Lp norm of a row", [](std::mt19937_64& random) {
    const bool flush = random() % 2;
    const std::int64_t p = pick(random, 1, 2);
    const std::vector<float> row =
        random_row(random, static_cast<int>(random() % 6), 1 + random() % 70);
    const float epsilon = random() % 2 ? 0.f : 1e-3f;
    const PermittedTensor answer =
        lp_question({static_cast<std::int64_t>(row.size())}, row, 0, epsilon, p)
            .permitted({.flush32 = flush});
    SoundArithmetic device(random, flush);
    for (int i = 0; i < 4; ++i) {
      std::vector<float> magnitudes;
      for (const float x : row) magnitudes.push_back(std::abs(x));
      float norm = p == 1 ? device.sum(magnitudes) : device.sum_of_squares(row);
      switch (random() % 3) {
        case 0:
          norm = p == 1 ? norm : device.call("sqrt", norm);
          norm = norm < epsilon ? epsilon : norm;
          break;
        case 1:
          norm = device.plus(p == 1 ? norm : device.call("sqrt", norm), epsilon);
          break;
        default:
          norm = device.plus(norm, epsilon);
          norm = p == 1 ? norm : device.call("sqrt", norm);
      }
      std::vector<float> came;
      for (const float x : row) came.push_back(device.quotient(x, norm));
      RC_ASSERT(permits_row(answer, came));
    }
  }));
}

TEST(LpNormalization, IsJudgedTightlyWhereNothingIsRounded) {
  // The norm is 5, along the first dimension.
  const PermittedTensor answer = lp_question({2, 1}, {3, -4}, 0, 0, 2).permitted();
  EXPECT_TRUE(permits_row(answer, {0.6f, -0.8f}));
  EXPECT_FALSE(permits_row(answer, {0.6f * (1 + 0x1p-20f), -0.8f}));
  EXPECT_FALSE(permits_row(answer, {3.f / 7, -4.f / 7}));
  EXPECT_TRUE(permits_row(lp_question({2, 1}, {3, -4}, 0, 0, 1).permitted(), {3.f / 7, -4.f / 7}));
  EXPECT_TRUE(permits_row(lp_question({2, 1}, {3, -4}, 1, 0, 1).permitted(), {1, -1}));
}

struct BatchData {
  float x, mean, variance, scale, bias;
};

TEST(BatchNormalization, PermitsWhatSoundDevicesGive) {
  EXPECT_TRUE(holds("one element", [](std::mt19937_64& random) {
    const bool flush = random() % 2;
    const int kind = static_cast<int>(random() % 6);
    const BatchData d{random_element(random, kind), random_element(random, kind),
                      std::abs(random_element(random, kind)), random_element(random, 1),
                      random_element(random, kind)};
    const float epsilon = random() % 2 ? 1e-5f : random_element(random, kind);
    Question q("batch_normalization");
    q.input("InputTensor", DataType::FLOAT32, {1}, packed({d.x}))
        .input("MeanTensor", DataType::FLOAT32, {1}, packed({d.mean}))
        .input("VarianceTensor", DataType::FLOAT32, {1}, packed({d.variance}))
        .input("ScaleTensor", DataType::FLOAT32, {1}, packed({d.scale}))
        .input("BiasTensor", DataType::FLOAT32, {1}, packed({d.bias}))
        .output("OutputTensor", DataType::FLOAT32, {1})
        .value("Spatial", 1, Kind::Bool)
        .number("Epsilon", epsilon);
    const PermittedTensor answer = q.permitted({.flush32 = flush});
    SoundArithmetic device(random, flush);
    for (int i = 0; i < 8; ++i) {
      const float deviation = device.call("sqrt", device.plus(d.variance, epsilon));
      const float normalized = device.quotient(device.minus(d.x, d.mean), deviation);
      RC_ASSERT(permits_row(answer, {device.product_plus(d.scale, normalized, d.bias)}));
    }
  }));
}

TEST(BatchNormalization, BroadcastsEachTensorByItself) {
  Question q("batch_normalization");
  q.input("InputTensor", DataType::FLOAT32, {2, 2}, packed({1.f, 2.f, 3.f, 4.f}))
      .input("MeanTensor", DataType::FLOAT32, {1, 1}, packed({1.f}))
      .input("VarianceTensor", DataType::FLOAT32, {1, 2}, packed({4.f, 0.25f}))
      .input("ScaleTensor", DataType::FLOAT32, {2, 1}, packed({1.f, 2.f}))
      .input("BiasTensor", DataType::FLOAT32, {2, 2}, packed({0.f, 0.f, 10.f, 20.f}))
      .output("OutputTensor", DataType::FLOAT32, {2, 2})
      .value("Spatial", 1, Kind::Bool)
      .number("Epsilon", 0);
  const PermittedTensor answer = q.permitted();
  EXPECT_TRUE(permits_row(answer, {0, 2, 12, 32}));
  EXPECT_FALSE(permits_row(answer, {0, 2, 12, 32.0001f}));
  EXPECT_FALSE(permits_row(answer, {0, 2, 11, 32}));
}

Question mvn_question(const std::vector<float>& row, const std::vector<float>& scale,
                      const std::vector<float>& bias, bool divides, float epsilon) {
  Question q("mean_variance_normalization1");
  const List sizes{static_cast<std::int64_t>(row.size())};
  const auto given = [&](const char* name, const std::vector<float>& data) {
    q.optional_input(name, DataType::FLOAT32,
                     {std::max<std::int64_t>(1, static_cast<std::int64_t>(data.size()))},
                     packed(data));
  };
  q.input("InputTensor", DataType::FLOAT32, sizes, packed(row));
  given("ScaleTensor", scale);
  given("BiasTensor", bias);
  q.output("OutputTensor", DataType::FLOAT32, sizes)
      .value("AxisCount", 1)
      .array("Axes", {0})
      .value("NormalizeVariance", divides, Kind::Bool)
      .number("Epsilon", epsilon);
  return q;
}

struct Moments {
  float mean, squares;
};

Moments two_passes(SoundArithmetic& device, const std::vector<float>& row) {
  const float mean = device.quotient(device.sum(row), static_cast<float>(row.size()));
  std::vector<float> distances;
  for (const float x : row) distances.push_back(device.minus(x, mean));
  return {mean, device.sum_of_squares(distances)};
}

Moments welford(SoundArithmetic& device, const std::vector<float>& row) {
  Moments m{device.flushed(row[0]), 0};
  for (std::size_t k = 1; k < row.size(); ++k) {
    const float before = device.minus(row[k], m.mean);
    m.mean = device.plus(m.mean, device.quotient(before, static_cast<float>(k + 1)));
    m.squares = device.product_plus(before, device.minus(row[k], m.mean), m.squares);
  }
  return m;
}

TEST(MeanVariance, PermitsWhatSoundDevicesGive) {
  EXPECT_TRUE(holds("one row by two passes and by Welford's method", [](std::mt19937_64& random) {
    const bool flush = random() % 2, divides = random() % 4;
    const int kind = static_cast<int>(random() % 6);
    const std::vector<float> row = random_row(random, kind, 1 + random() % 70);
    std::vector<float> scale, bias;
    if (random() % 2) scale = {random_element(random, 1)};
    if (random() % 2) bias = random_row(random, 1, row.size());
    const float epsilon = random() % 4 ? 1e-5f : 0.f;
    const PermittedTensor answer =
        mvn_question(row, scale, bias, divides, epsilon).permitted({.flush32 = flush});
    SoundArithmetic device(random, flush);
    for (int i = 0; i < 4; ++i) {
      const Moments m = random() % 2 ? two_passes(device, row) : welford(device, row);
      const float variance = device.quotient(m.squares, static_cast<float>(row.size()));
      std::vector<float> came;
      for (std::size_t k = 0; k < row.size(); ++k) {
        float y = device.minus(row[k], m.mean);
        if (divides) y = device.quotient(y, device.call("sqrt", device.plus(variance, epsilon)));
        came.push_back(
            device.product_plus(scale.empty() ? 1.f : scale[0], y, bias.empty() ? 0.f : bias[k]));
      }
      RC_ASSERT(permits_row(answer, came));
    }
  }));
}

TEST(MeanVariance, RefusesWhatOneWrongStepGives) {
  const std::vector<float> row{1, 2, 4, 9};  // The mean is 4, the sum of squares 38.
  const auto by = [&](double mean, double variance) {
    std::vector<float> all;
    for (const float x : row)
      all.push_back(static_cast<float>((static_cast<double>(x) - mean) / std::sqrt(variance)));
    return all;
  };
  const PermittedTensor answer = mvn_question(row, {}, {}, true, 0.5f).permitted();
  EXPECT_TRUE(permits_row(answer, by(4, 10)));
  EXPECT_FALSE(permits_row(answer, by(4, 38. / 3 + 0.5)));
  EXPECT_FALSE(permits_row(answer, by(4, 9.5)));
  EXPECT_FALSE(permits_row(answer, by(4, 10.00005)));
  EXPECT_FALSE(permits_row(answer, by(4.00001, 10)));
  EXPECT_FALSE(permits_row(answer, {0, 0, 0, 0}));
  const PermittedTensor centred = mvn_question(row, {2}, {1}, false, 0).permitted();
  EXPECT_TRUE(permits_row(centred, {-5, -3, 1, 11}));
  EXPECT_FALSE(permits_row(centred, {-5, -3, 1.00001f, 11}));
}

TEST(MeanVariance, TakesChannelsOnlyIfAsked) {
  for (const bool across : {false, true}) {
    Question q("mean_variance_normalization");
    q.input("InputTensor", DataType::FLOAT32, {1, 2, 1, 2}, packed({1.f, 3.f, 10.f, 2.f}))
        .optional_input("ScaleTensor", DataType::FLOAT32, {1}, {})
        .optional_input("BiasTensor", DataType::FLOAT32, {1}, {})
        .output("OutputTensor", DataType::FLOAT32, {1, 2, 1, 2})
        .value("CrossChannel", across, Kind::Bool)
        .value("NormalizeVariance", 0, Kind::Bool)
        .number("Epsilon", 0);
    EXPECT_EQ(permits_row(q.permitted(), {-3, -1, 6, -2}), across);
    EXPECT_EQ(permits_row(q.permitted(), {-1, 1, 4, -4}), !across);
  }
}

Question lrn_of_floats(const List& sizes, const std::vector<float>& data, bool across,
                       std::int64_t size, float alpha, float beta, float bias) {
  return lrn_question(DataType::FLOAT32, sizes, packed(data), across, size, alpha, beta, bias);
}

TEST(LocalResponseNormalization, PermitsWhatSoundDevicesGive) {
  EXPECT_TRUE(holds("a row of channels", [](std::mt19937_64& random) {
    const bool flush = random() % 2;
    const int kind = static_cast<int>(random() % 6);
    const std::vector<float> row = random_row(random, kind, 1 + random() % 12);
    const auto length = static_cast<std::int64_t>(row.size());
    const std::int64_t size = pick(random, 1, 7);
    const float alpha = random_element(random, random() % 2 ? 1 : kind),
                bias = random_element(random, 1), beta = static_cast<float>(random() % 8) * 0.25f;
    const PermittedTensor answer =
        lrn_of_floats({1, length, 1, 1}, row, true, size, alpha, beta, bias)
            .permitted({.flush32 = flush});
    SoundArithmetic device(random, flush);
    for (int i = 0; i < 4; ++i) {
      std::vector<float> came;
      const std::int64_t before = random() % 2 ? (size - 1) / 2 : size / 2;
      for (std::int64_t c = 0; c < length; ++c) {
        std::vector<float> around;
        for (std::int64_t k = c - before; k < c - before + size; ++k)
          if (k >= 0 && k < length) around.push_back(row[static_cast<std::size_t>(k)]);
        const float share = device.quotient(alpha, static_cast<float>(size));
        const float base = device.product_plus(share, device.sum_of_squares(around), bias);
        came.push_back(
            device.quotient(row[static_cast<std::size_t>(c)], device.call("pow", base, beta)));
      }
      RC_ASSERT(permits_row(answer, came));
    }
  }));
}

TEST(LocalResponseNormalization, AddsTheSquaresAround) {
  const PermittedTensor answer =
      lrn_of_floats({1, 4, 1, 1}, {1, 2, 0, 3}, true, 3, 3, 1, 1).permitted();
  EXPECT_TRUE(permits_row(answer, {1.f / 6, 2.f / 6, 0, 0.3f}));
  EXPECT_FALSE(permits_row(answer, {1.f / 6, 2.f / 6, 0, 0.30001f}));
  EXPECT_FALSE(permits_row(answer, {1.f / 6, 1.f / 10, 0, 0.3f}));
  // Over height and width the sum may be divided by 3 or by 9.
  const PermittedTensor around = lrn_of_floats({1, 1, 1, 2}, {3, 3}, false, 3, 1, 1, 1).permitted();
  EXPECT_TRUE(permits_row(around, {3.f / 7, 1}));
  EXPECT_FALSE(permits_row(around, {3.f / 10, 1}));
}

}  // namespace
}  // namespace assay::ops
