// Kernels that compute in double precision give the exact answer, nearly: also where FLOAT32
// overflows, underflows or cancels on the way. What they give is permitted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/row_questions.h"
#include "ops/oracles/sound_arithmetic.h"

namespace assay::ops {
namespace {

using Doubles = std::vector<double>;

/// Elements of one kind, or elements that differ in their last bits alone, of any magnitude.
Doubles row_of(std::mt19937_64& random, std::size_t most) {
  const int kind = static_cast<int>(random() % 8);
  Doubles row(1 + random() % most);
  const double unit = std::ldexp(1, static_cast<int>(random() % 250) - 149);
  for (double& x : row)
    x = kind < 6 ? random_element(random, kind)
                 : unit * static_cast<double>((1u << 23) + random() % (kind == 6 ? 16 : 1u << 20));
  for (double& x : row) x = static_cast<float>(x);
  return row;
}

std::vector<float> floats_of(const Doubles& row) { return {row.begin(), row.end()}; }

float epsilon_of(std::mt19937_64& random) {
  constexpr float kEpsilons[] = {0, 0, 1e-3f, 1e-3f, 1e-30f, -1e-3f, -2e38f};
  return kEpsilons[random() % std::size(kEpsilons)];
}

List sizes_of(const Doubles& row) { return {static_cast<std::int64_t>(row.size())}; }

Question question_of(const char* name, const Doubles& row, const List& sizes) {
  Question q(name);
  q.input("InputTensor", DataType::FLOAT32, sizes, packed(floats_of(row)))
      .output("OutputTensor", DataType::FLOAT32, sizes);
  return q;
}

void expect_permitted(const Question& question, const Doubles& came) {
  const PermittedTensor permitted = question.permitted();
  const auto refused = first_unpermitted(permitted, packed(floats_of(came)));
  if (refused)
    RC_FAIL(fmt::format("{} at {}, permitted are {} to {}, and {}",
                        static_cast<float>(came[*refused]), *refused, permitted.low_value(*refused),
                        permitted.high_value(*refused), permitted.also[*refused]));
}

void softmax(std::mt19937_64& random) {
  const bool of_log = random() % 2;
  Doubles row = row_of(random, 40);
  // The sum is little more than 1.
  if (random() % 2) {
    for (double& x : row) x = -20 - static_cast<double>(random() % 64) / 4;
    row[random() % row.size()] = 0;
  }
  double greatest = -INFINITY, sum = 0;
  for (const double x : row) greatest = std::fmax(greatest, x);
  for (const double x : row) sum += std::exp(x - greatest);
  Doubles came;
  for (const double x : row)
    came.push_back(of_log ? x - greatest - std::log(sum) : std::exp(x - greatest) / sum);
  expect_permitted(
      question_of(of_log ? "activation_log_softmax" : "activation_softmax", row, sizes_of(row)),
      came);
}

void local_response(std::mt19937_64& random) {
  const Doubles row = row_of(random, 12);
  const auto length = static_cast<std::int64_t>(row.size());
  const std::int64_t size = pick(random, 1, 7);
  const float alpha = random_element(random, static_cast<int>(random() % 6)),
              bias = random_element(random, static_cast<int>(random() % 2)),
              beta = static_cast<float>(random() % 8) * (random() % 4 ? 0.25f : 1e5f);
  const std::int64_t before = random() % 2 ? (size - 1) / 2 : size / 2;
  Doubles came;
  for (std::int64_t c = 0; c < length; ++c) {
    double sum = 0;
    for (std::int64_t k = std::max<std::int64_t>(0, c - before);
         k < std::min(length, c - before + size); ++k)
      sum += row[static_cast<std::size_t>(k)] * row[static_cast<std::size_t>(k)];
    const double base = bias + alpha / static_cast<double>(size) * sum;
    came.push_back(row[static_cast<std::size_t>(c)] / std::pow(base, beta));
  }
  expect_permitted(lrn_question(DataType::FLOAT32, {1, length, 1, 1}, packed(floats_of(row)), true,
                                size, alpha, beta, bias),
                   came);
}

void lp_normalization(std::mt19937_64& random) {
  const Doubles row = row_of(random, 40);
  const std::int64_t p = pick(random, 1, 2);
  const float epsilon = epsilon_of(random);
  double sum = 0;
  for (const double x : row) sum += p == 1 ? std::abs(x) : x * x;
  if (p == 2) sum = std::sqrt(sum);
  const double norm = sum < epsilon ? epsilon : sum;
  Doubles came;
  for (const double x : row) came.push_back(x / norm);
  Question q = question_of("lp_normalization", row, sizes_of(row));
  q.value("Axis", 0).number("Epsilon", epsilon).value("P", p);
  expect_permitted(q, came);
}

void mean_variance(std::mt19937_64& random) {
  const Doubles row = row_of(random, 40);
  const bool divides = random() % 2;
  const float epsilon = epsilon_of(random);
  double mean = row[0], squares = 0;
  for (std::size_t k = 1; k < row.size(); ++k) {
    const double before = row[k] - mean;
    mean += before / static_cast<double>(k + 1);
    squares += before * (row[k] - mean);
  }
  const double deviation = std::sqrt(squares / static_cast<double>(row.size()) + epsilon);
  const bool scales = random() % 2;
  const Doubles scale = {random_element(random, 5)}, bias = {random_element(random, 5)};
  Doubles came;
  for (const double x : row) {
    const double y = divides ? (x - mean) / deviation : x - mean;
    came.push_back(scales ? scale[0] * y + bias[0] : y);
  }
  Question q("mean_variance_normalization1");
  q.input("InputTensor", DataType::FLOAT32, sizes_of(row), packed(floats_of(row)))
      .optional_input("ScaleTensor", DataType::FLOAT32, {1},
                      scales ? packed(floats_of(scale)) : Bytes())
      .optional_input("BiasTensor", DataType::FLOAT32, {1},
                      scales ? packed(floats_of(bias)) : Bytes());
  q.output("OutputTensor", DataType::FLOAT32, sizes_of(row))
      .value("AxisCount", 1)
      .array("Axes", {0})
      .value("NormalizeVariance", divides, Kind::Bool)
      .number("Epsilon", epsilon);
  expect_permitted(q, came);
}

void lp_pooling(std::mt19937_64& random) {
  const Doubles row = row_of(random, 8);
  const std::int64_t p = pick(random, 1, 20);
  double sum = 0;
  for (const double x : row) sum += std::pow(std::abs(x), p);
  Question q =
      pooled_row("lp_pooling", DataType::FLOAT32, sizes_of(row)[0], packed(floats_of(row)));
  q.value("P", p);
  expect_permitted(q, {std::pow(sum, 1 / static_cast<double>(p))});
}

void batch(std::mt19937_64& random) {
  const Doubles row = row_of(random, 20);
  const float epsilon = epsilon_of(random);
  Doubles came = row;
  Question q("batch_normalization");
  q.input("InputTensor", DataType::FLOAT32, sizes_of(row), packed(floats_of(row)));
  double of[4];
  for (std::size_t k = 0;
       const char* name : {"MeanTensor", "VarianceTensor", "ScaleTensor", "BiasTensor"}) {
    const float x = random_element(random, static_cast<int>(random() % 6));
    q.input(name, DataType::FLOAT32, {1}, packed({x}));
    of[k++] = x;
  }
  for (double& x : came) x = of[2] * ((x - of[0]) / std::sqrt(of[1] + epsilon)) + of[3];
  q.output("OutputTensor", DataType::FLOAT32, sizes_of(row))
      .value("Spatial", false, Kind::Bool)
      .number("Epsilon", epsilon);
  expect_permitted(q, came);
}

void power(std::mt19937_64& random) {
  const Doubles row = row_of(random, 20);
  const bool scales = random() % 2;
  const float scale = random_element(random, static_cast<int>(random() % 6)),
              bias = random_element(random, static_cast<int>(random() % 6));
  Doubles exponents = row;
  for (double& e : exponents) e = random_element(random, static_cast<int>(random() % 6));
  Doubles came;
  for (std::size_t k = 0; k < row.size(); ++k)
    came.push_back(std::pow(scales ? row[k] * scale + bias : row[k], exponents[k]));
  Question q("element_wise_pow");
  q.input("InputTensor", DataType::FLOAT32, sizes_of(row), packed(floats_of(row)))
      .input("ExponentTensor", DataType::FLOAT32, sizes_of(row), packed(floats_of(exponents)))
      .output("OutputTensor", DataType::FLOAT32, sizes_of(row))
      .structure("ScaleBias", scales)
      .number("ScaleBias.Scale", scale)
      .number("ScaleBias.Bias", bias);
  expect_permitted(q, came);
}

TEST(Doubles, ArePermittedInSoftmax) { EXPECT_TRUE(holds("softmax", softmax)); }
TEST(Doubles, ArePermittedInLocalResponses) { EXPECT_TRUE(holds("LRN", local_response)); }
TEST(Doubles, ArePermittedInLpNormalization) { EXPECT_TRUE(holds("Lp norms", lp_normalization)); }
TEST(Doubles, ArePermittedInMeanAndVariance) { EXPECT_TRUE(holds("Welford", mean_variance)); }
TEST(Doubles, ArePermittedInLpPooling) { EXPECT_TRUE(holds("Lp pooling", lp_pooling)); }
TEST(Doubles, ArePermittedInBatches) { EXPECT_TRUE(holds("batch normalization", batch)); }
TEST(Doubles, ArePermittedInPowers) { EXPECT_TRUE(holds("pow", power)); }

}  // namespace
}  // namespace assay::ops
