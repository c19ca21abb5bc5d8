// The stable form is evaluated as sound devices may evaluate it, and all results must be permitted;
// what has one wrong step must not be. Values worked out by hand follow.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"
#include "ops/oracles/sound_arithmetic.h"

namespace assay::ops {
namespace {

Question softmax_question(bool of_log, const List& sizes, const std::vector<float>& data) {
  Question q(of_log ? "activation_log_softmax" : "activation_softmax");
  q.input("InputTensor", DataType::FLOAT32, sizes, packed(data))
      .output("OutputTensor", DataType::FLOAT32, sizes);
  return q;
}

TEST(Softmax, PermitsWhatSoundDevicesGive) {
  EXPECT_TRUE(holds("softmax of a row", [](std::mt19937_64& random) {
    const bool of_log = random() % 2, flush = random() % 2;
    const int kind = static_cast<int>(random() % 6);
    std::vector<float> row(1 + random() % (random() % 4 ? 6 : 100));
    for (float& x : row) x = random_element(random, kind);
    const PermittedTensor answer =
        softmax_question(of_log, {static_cast<std::int64_t>(row.size())}, row)
            .permitted({.flush32 = flush});
    SoundArithmetic device(random, flush);
    for (int i = 0; i < 4; ++i)
      RC_ASSERT(!first_unpermitted(answer, packed(computed_softmax(device, of_log, row))));
    // What is exact is right, too.
    double sum = 0;
    const double greatest = *std::max_element(row.begin(), row.end());
    for (const float x : row) sum += std::exp(x - greatest);
    if (!std::isfinite(sum)) return;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double d = row[i] - greatest;
      const auto exact = static_cast<float>(of_log ? d - std::log(sum) : std::exp(d) / sum);
      if (of_log && sum < 1.001) continue;  // This reference cancels.
      RC_ASSERT(permits(answer, i, std::bit_cast<std::uint32_t>(exact)));
    }
  }));
}

bool permits_results(const PermittedTensor& answer, const std::vector<float>& data) {
  return !first_unpermitted(answer, packed(data));
}

TEST(Softmax, IsJudgedTightlyWhereElementsAreEqual) {
  const std::vector<float> row(5, -73.25f);
  const PermittedTensor answer = softmax_question(false, {5}, row).permitted();
  EXPECT_TRUE(permits_results(answer, std::vector<float>(5, 0.2f)));
  const auto off_by = [&](int ulps) {
    return std::vector<float>(5, std::bit_cast<float>(std::bit_cast<std::int32_t>(0.2f) + ulps));
  };
  EXPECT_TRUE(permits_results(answer, off_by(2)) && permits_results(answer, off_by(-2)));
  EXPECT_FALSE(permits_results(answer, off_by(3)) || permits_results(answer, off_by(-3)));
  const PermittedTensor log = softmax_question(true, {1}, {7}).permitted();
  EXPECT_TRUE(permits_results(log, {0}));
  EXPECT_FALSE(permits_results(log, {1e-7f}));
}

TEST(Softmax, RefusesWhatOneWrongStepGives) {
  const std::vector<float> row{1, 3, 2, -4};
  const PermittedTensor answer = softmax_question(false, {4}, row).permitted();
  const auto softmax = [&](double base, double left_out) {
    double sum = -left_out;
    std::vector<float> all;
    for (const float x : row) sum += std::pow(base, x);
    for (const float x : row) all.push_back(static_cast<float>(std::pow(base, x) / sum));
    return all;
  };
  EXPECT_TRUE(permits_results(answer, softmax(std::exp(1.0), 0)));
  EXPECT_FALSE(permits_results(answer, softmax(2.71828, 0)));
  EXPECT_FALSE(permits_results(answer, softmax(std::exp(1.0), std::exp(-4.0))));
  EXPECT_FALSE(permits_results(answer, {0, 0, 0, 0}));
  // Exponentials of these overflow where the greatest is not subtracted.
  const PermittedTensor large = softmax_question(false, {2}, {1000, 1000}).permitted();
  EXPECT_TRUE(permits_results(large, {0.5f, 0.5f}));
  EXPECT_FALSE(permits_results(large, {NAN, NAN}));
}

TEST(Softmax, IsNanWithANanOrPlusInfinity) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const bool of_log : {false, true}) {
    for (const float x : {kNan, std::numeric_limits<float>::infinity()}) {
      const PermittedTensor answer = softmax_question(of_log, {2, 2}, {x, 1, 2, 2}).permitted();
      const float half = of_log ? -0.6931472f : 0.5f;
      EXPECT_TRUE(permits_results(answer, {kNan, kNan, half, half}));
      EXPECT_FALSE(permits_results(answer, {kNan, 0, half, half}));
    }
    const PermittedTensor answer = softmax_question(of_log, {2}, {-INFINITY, 1}).permitted();
    EXPECT_TRUE(permits_results(
        answer, of_log ? std::vector<float>{-INFINITY, 0} : std::vector<float>{0, 1}));
    const PermittedTensor none = softmax_question(of_log, {1}, {-INFINITY}).permitted();
    EXPECT_TRUE(permits_results(none, {kNan}));
    EXPECT_FALSE(permits_results(none, {1}));
  }
}

TEST(Softmax, TakesTheElementsAlongAllAxes) {
  for (const bool of_log : {false, true}) {
    Question q(of_log ? "activation_log_softmax1" : "activation_softmax1");
    q.input("InputTensor", DataType::FLOAT16, {2, 2, 2},
            packed<std::uint16_t>({0, 0, 0x4200, 0, 0, 0, 0, 0}))  // 3 stands at 0,1,0.
        .output("OutputTensor", DataType::FLOAT16, {2, 2, 2})
        .value("AxisCount", 2)
        .array("Axes", {0, 2});
    const PermittedTensor answer = q.permitted();
    const double sum = std::exp(3.0) + 3;
    const auto half = [&](std::size_t i, double share) {
      const double exact = of_log ? std::log(share) : share;
      return answer.low_value(i) <= exact * (1 + 0x1p-9 * (exact < 0 ? -1 : 1)) &&
             answer.high_value(i) >= exact * (1 - 0x1p-9 * (exact < 0 ? -1 : 1)) &&
             answer.high_value(i) - answer.low_value(i) <= std::abs(exact) * 0x1p-9;
    };
    for (const std::size_t i : {0u, 1u, 4u, 5u}) EXPECT_TRUE(half(i, 0.25)) << i;
    EXPECT_TRUE(half(2, std::exp(3.0) / sum));
    for (const std::size_t i : {3u, 6u, 7u}) EXPECT_TRUE(half(i, 1 / sum)) << i;
  }
}

}  // namespace
}  // namespace assay::ops
