// Operators whose kernels may compute with halves, evaluated as sound devices may evaluate them in
// FLOAT16: all results must be permitted. Most of those that are off by a fiftieth must not be.
#include <gtest/gtest.h>

#include "ops/oracles/asked_in_halves.h"
#include "ops/oracles/row_questions.h"

namespace assay::ops::halves {
namespace {

Question question_of(const char* name, const Floats& row, const List& sizes) {
  Question q(name);
  q.input("InputTensor", DataType::FLOAT16, sizes, packed_halves(row))
      .output("OutputTensor", DataType::FLOAT16, sizes);
  return q;
}

void softmax(Random& random, Refused& off) {
  const bool of_log = random() % 2;
  const Floats row = random_row(random, random() % 4 ? 6 : 100);
  const Question q =
      question_of(of_log ? "activation_log_softmax" : "activation_softmax", row, sizes_of(row));
  expect_permitted(random, q, off,
                   [&](SoundArithmetic& device) { return computed_softmax(device, of_log, row); });
}

void pooling(Random& random, Refused& off) {
  const Floats row = random_row(random, random() % 8 ? 30 : 3000);
  const bool averages = random() % 2, includes = random() % 2;
  // Beside the row, the window may hold padding, so that no half holds the number of its elements.
  const std::int64_t padding = averages && random() % 4 == 0 ? pick(random, 0, 70000) : 0;
  const std::int64_t p = pick(random, 1, random() % 4 ? 3 : 3000);
  Question q = pooled_row(averages ? "average_pooling" : "lp_pooling", DataType::FLOAT16,
                          sizes_of(row)[0], packed_halves(row), padding);
  averages ? q.value("IncludePadding", includes, Kind::Bool) : q.value("P", p);
  const float count = length_of(row) + (includes ? static_cast<float>(padding) : 0);
  expect_permitted(random, q, off, [&](SoundArithmetic& device) -> Floats {
    if (averages) return {device.quotient(device.sum(row), device.loaded(count))};
    const float power = device.loaded(static_cast<float>(p));
    Floats terms;
    for (const float x : row)
      terms.push_back(p == 1 ? std::abs(x) : device.call("pow", std::abs(x), power));
    if (p == 1) return {device.sum(terms)};
    if (p == 2) return {device.call("sqrt", device.sum_of_squares(row))};
    return {device.call("pow", device.sum(terms), device.quotient(1, power))};
  });
}

void reduction(Random& random, Refused& off) {
  static const std::vector<std::string> kFunctions{
      "ARGMAX",      "ARGMIN", "AVERAGE", "L1",       "L2",  "LOG_SUM",
      "LOG_SUM_EXP", "MAX",    "MIN",     "MULTIPLY", "SUM", "SUM_SQUARE"};
  const std::size_t number = 2 + random() % 10;
  const std::string& f = kFunctions[number];
  const Floats row = random_row(random, random() % 4 ? 8 : 3000);
  Question q("reduce");
  q.choice("Function", kFunctions, static_cast<std::int64_t>(number))
      .input("InputTensor", DataType::FLOAT16, sizes_of(row), packed_halves(row))
      .output("OutputTensor", DataType::FLOAT16, {1})
      .value("AxisCount", 1)
      .array("Axes", {0});
  expect_permitted(random, q, off, [&](SoundArithmetic& device) -> Floats {
    Floats terms;
    float most = row[0], least = row[0], product = 1;
    for (const float x : row) {
      // NaN is neither less nor greater.
      if (std::isnan(x)) most = least = x;
      most = device.flushed(x) > device.flushed(most) ? x : most;
      least = device.flushed(x) < device.flushed(least) ? x : least;
    }
    if (f == "MAX") return {most};
    if (f == "MIN") return {least};
    if (f == "MULTIPLY") {
      for (const float x : row) product = device.times(product, x);
      return {product};
    }
    if (f == "SUM_SQUARE") return {device.sum_of_squares(row)};
    if (f == "L2") return {device.call("sqrt", device.sum_of_squares(row))};
    const float shift = std::isfinite(most) ? most : 0;
    for (const float x : row)
      terms.push_back(f == "L1"            ? std::abs(x)
                      : f == "LOG_SUM_EXP" ? device.call("exp", device.minus(x, shift))
                                           : x);
    const float sum = device.sum(terms);
    if (f == "AVERAGE") return {device.quotient(sum, device.loaded(length_of(row)))};
    if (f == "LOG_SUM") return {device.call("log", sum)};
    if (f == "LOG_SUM_EXP") return {device.plus(device.call("log", sum), shift)};
    return {sum};
  });
}

void normalization(Random& random, Refused& off) {
  const Floats row = random_row(random, 40);
  const std::int64_t p = pick(random, 1, 2);
  const float epsilon = random() % 2 ? 0.f : 1e-3f;
  Question q = question_of("lp_normalization", row, sizes_of(row));
  q.value("Axis", 0).number("Epsilon", epsilon).value("P", p);
  expect_permitted(random, q, off, [&](SoundArithmetic& device) {
    Floats terms, came;
    for (const float x : row) terms.push_back(std::abs(x));
    float norm = p == 1 ? device.sum(terms) : device.call("sqrt", device.sum_of_squares(row));
    norm = norm < epsilon ? device.loaded(epsilon) : norm;
    for (const float x : row) came.push_back(device.quotient(x, norm));
    return came;
  });
}

void local_response(Random& random, Refused& off) {
  const Floats row = random_row(random, 8);
  const std::int64_t length = sizes_of(row)[0],
                     size = 1 + 2 * pick(random, 0, random() % 4 ? 2 : 40000);
  const float alpha = random() % 8 ? random_half(random, 1) : 1e5f,
              bias = std::abs(random_half(random, 1)),
              beta = static_cast<float>(random() % 8) * 0.25f;
  const Question q = lrn_question(DataType::FLOAT16, {1, length, 1, 1}, packed_halves(row), true,
                                  size, alpha, beta, bias);
  expect_permitted(random, q, off, [&](SoundArithmetic& device) {
    Floats came;
    for (std::int64_t c = 0; c < length; ++c) {
      Floats around;
      for (std::int64_t k = std::max<std::int64_t>(0, c - size / 2);
           k <= std::min(length - 1, c + size / 2); ++k)
        around.push_back(row[static_cast<std::size_t>(k)]);
      const float share =
          device.quotient(device.loaded(alpha), device.loaded(static_cast<float>(size)));
      const float base =
          device.product_plus(share, device.sum_of_squares(around), device.loaded(bias));
      came.push_back(device.quotient(row[static_cast<std::size_t>(c)],
                                     device.call("pow", base, device.loaded(beta))));
    }
    return came;
  });
}

void batch(Random& random, Refused& off) {
  const Floats row = random_row(random, 4);
  const float epsilon = random() % 2 ? 1e-5f : 0.25f;
  float of[4];
  for (float& x : of) x = random_half(random, static_cast<int>(random() % 6));
  of[1] = std::abs(of[1]);
  Question q("batch_normalization");
  q.input("InputTensor", DataType::FLOAT16, sizes_of(row), packed_halves(row));
  for (std::size_t k = 0;
       const char* name : {"MeanTensor", "VarianceTensor", "ScaleTensor", "BiasTensor"})
    q.input(name, DataType::FLOAT16, {1}, packed_halves({of[k++]}));
  q.output("OutputTensor", DataType::FLOAT16, sizes_of(row))
      .value("Spatial", false, Kind::Bool)
      .number("Epsilon", epsilon);
  expect_permitted(random, q, off, [&](SoundArithmetic& device) {
    Floats came;
    for (const float x : row) {
      const float deviation = device.call("sqrt", device.plus(of[1], device.loaded(epsilon)));
      came.push_back(
          device.product_plus(of[2], device.quotient(device.minus(x, of[0]), deviation), of[3]));
    }
    return came;
  });
}

void mean_variance(Random& random, Refused& off) {
  const Floats row = random_row(random, random() % 8 ? 40 : 3000), scale{random_half(random, 1)},
               bias{random_half(random, 1)};
  const bool divides = random() % 2;
  const float epsilon = random() % 4 ? 1e-3f : 0.f;
  Question q("mean_variance_normalization1");
  q.input("InputTensor", DataType::FLOAT16, sizes_of(row), packed_halves(row))
      .optional_input("ScaleTensor", DataType::FLOAT16, {1}, packed_halves(scale))
      .optional_input("BiasTensor", DataType::FLOAT16, {1}, packed_halves(bias))
      .output("OutputTensor", DataType::FLOAT16, sizes_of(row))
      .value("AxisCount", 1)
      .array("Axes", {0})
      .value("NormalizeVariance", divides, Kind::Bool)
      .number("Epsilon", epsilon);
  expect_permitted(random, q, off, [&](SoundArithmetic& device) {
    const float n = device.loaded(length_of(row));
    const float mean = device.quotient(device.sum(row), n);
    Floats distances, came;
    for (const float x : row) distances.push_back(device.minus(x, mean));
    const float variance = device.quotient(device.sum_of_squares(distances), n);
    for (const float x : row) {
      float y = device.minus(x, mean);
      if (divides)
        y = device.quotient(y, device.call("sqrt", device.plus(variance, device.loaded(epsilon))));
      came.push_back(device.product_plus(scale[0], y, bias[0]));
    }
    return came;
  });
}

void cumulation(Random& random, Refused& off) {
  const auto inner = static_cast<std::size_t>(random() % 4 ? 1 : pick(random, 2, 5));
  const bool adds = random() % 2, excludes = random() % 2, decreases = random() % 2;
  Floats all = random_row(random, random() % 8 ? 12 : 3000);
  all.resize((all.size() + inner - 1) / inner * inner, 1.f);
  const std::size_t length = all.size() / inner;
  const List sizes{static_cast<std::int64_t>(length), static_cast<std::int64_t>(inner)};
  Question q(adds ? "cumulative_summation" : "cumulative_product");
  q.input("InputTensor", DataType::FLOAT16, sizes, packed_halves(all))
      .output("OutputTensor", DataType::FLOAT16, sizes)
      .value("Axis", 0)
      .choice("AxisDirection", {"INCREASING", "DECREASING"}, decreases)
      .value(adds ? "HasExclusiveSum" : "HasExclusiveProduct", excludes, Kind::Bool);
  expect_permitted(random, q, off, [&](SoundArithmetic& device) {
    Floats came(all.size());
    for (std::size_t column = 0; column < inner; ++column) {
      float fold = adds ? 0 : 1;
      for (std::size_t k = 0; k < length; ++k) {
        const std::size_t at = (decreases ? length - 1 - k : k) * inner + column;
        const float next = adds ? device.plus(fold, all[at]) : device.times(fold, all[at]);
        came[at] = excludes ? fold : next;
        fold = next;
      }
    }
    return came;
  });
}

// A backend's FLOAT16 may be rounded in each step, but the count is not converted to FLOAT16.
TEST(Halves, DivideByTheCountItselfWhereTheArithmeticIsFree) {
  Floats row(70001, 0.f);
  row[0] = 65504;
  Question pools =
      pooled_row("average_pooling", DataType::FLOAT16, sizes_of(row)[0], packed_halves(row));
  pools.value("IncludePadding", 0, Kind::Bool);
  Question reduces("reduce");
  reduces.choice("Function", {"ARGMAX", "ARGMIN", "AVERAGE"}, 2)
      .input("InputTensor", DataType::FLOAT16, sizes_of(row), packed_halves(row))
      .output("OutputTensor", DataType::FLOAT16, {1})
      .value("AxisCount", 1)
      .array("Axes", {0});
  for (const Question* q : {&pools, &reduces}) {
    EXPECT_FALSE(permits(q->permitted({.profile = Profile::Free}), 0, 0));
    EXPECT_TRUE(permits(q->permitted({.in_half = true}), 0, 0));
  }
}

// A half is infinite where 70,001 is converted to it.
TEST(Halves, OfMeansMayDivideByACountThatIsInfiniteThere) {
  Floats row(70001, 0.f);
  row[0] = 65504;
  Question q("mean_variance_normalization1");
  q.input("InputTensor", DataType::FLOAT16, sizes_of(row), packed_halves(row))
      .optional_input("ScaleTensor", DataType::FLOAT16, {1}, {})
      .optional_input("BiasTensor", DataType::FLOAT16, {1}, {})
      .output("OutputTensor", DataType::FLOAT16, sizes_of(row))
      .value("AxisCount", 1)
      .array("Axes", {0})
      .value("NormalizeVariance", false, Kind::Bool)
      .number("Epsilon", 0);
  EXPECT_TRUE(permits(q.permitted({.in_half = true}), 0, 0x7bff));
  EXPECT_FALSE(permits(q.permitted({.profile = Profile::Free}), 1, 0));
  EXPECT_TRUE(permits(q.permitted({.in_half = true}), 1, 0));
}

struct AskedInHalves {
  const char* name;
  void (*ask)(Random& random, Refused& off);
  /// The least share of results that are off by a fiftieth which has to be refused.
  double least_share;
};

class HalvesOf : public ::testing::TestWithParam<AskedInHalves> {};

TEST_P(HalvesOf, ArePermittedAsSoundDevicesGiveThem) {
  Refused off;
  EXPECT_TRUE(holds(GetParam().name, [&](Random& random) { GetParam().ask(random, off); }));
  EXPECT_GT(off.refused, GetParam().least_share * off.all) << off.all;
}

INSTANTIATE_TEST_SUITE_P(Each, HalvesOf,
                         ::testing::Values(AskedInHalves{"softmax", softmax, 0.9},
                                           AskedInHalves{"pooling", pooling, 0.7},
                                           AskedInHalves{"reduction", reduction, 0.8},
                                           AskedInHalves{"cumulation", cumulation, 0.9},
                                           AskedInHalves{"normalization", normalization, 0.8},
                                           AskedInHalves{"local_response", local_response, 0.95},
                                           AskedInHalves{"batch", batch, 0.95},
                                           AskedInHalves{"mean_variance", mean_variance, 0.5}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace assay::ops::halves
