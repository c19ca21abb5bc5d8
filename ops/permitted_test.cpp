// Answers are judged in two ways, element by element and all at once, and both must agree.
#include "ops/permitted.h"

#include <gtest/gtest.h>

#include <limits>

#include "ops/oracles/coordinates.h"

namespace assay::ops {
namespace {

PermittedTensor floats(std::vector<float> values) {
  PermittedTensor p;
  p.bytes.resize(values.size() * sizeof(float));
  std::copy(values.begin(), values.end(), view<float>(p.bytes).begin());
  return p;
}

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

void finds_the_first_refused(std::mt19937_64& random) {
  PermittedTensor p;
  p.type = pick(random, all_data_types());
  p.zeros_equal = random() & 1;
  const std::uint64_t size = 1 + random() % (random() % 4 ? 40 : 9000);
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(p.type) - 1);
  std::vector<std::uint64_t> patterns{0, sign, 1, random(), 0x7c00, 0x7f800000};
  p.bytes.resize(size * size_of(p.type));
  for (std::uint64_t i = 0; i < size; ++i)
    set_bits(p.type, p.bytes, i, patterns[random() % patterns.size()]);
  p.alternatives = {0, 1, sign};
  for (std::uint64_t i = 0; i < size; ++i) {
    if (random() % 8 == 0) {
      const std::uint64_t to = std::min(size, i + 1 + random() % 5);
      p.any.push_back({i, to});
      if (random() % 2) p.one_of.push_back({i, 0, 1});
      i = to - 1;
    } else if (random() % 8 == 0) {
      p.one_of.push_back({i, random() % 2, 2});
    }
  }
  if ((p.type == DataType::FLOAT16 || p.type == DataType::FLOAT32) && random() % 2)
    for (std::uint64_t i = 0; i < size; ++i)
      p.permit(static_cast<float>(pick(random, -1, 1)), static_cast<float>(pick(random, -1, 1)),
               static_cast<std::uint8_t>(random() % 16));
  Bytes answer = p.bytes;
  const bool intervals = p.by_intervals();
  for (std::uint64_t i = 0; i < size; ++i) {
    for (std::uint64_t b : patterns)
      if ((intervals || random() % 4 == 0) && permits(p, i, b)) set_bits(p.type, answer, i, b);
    if (random() % (2 * size) == 0)
      set_bits(p.type, answer, i, patterns[random() % patterns.size()]);
  }
  std::optional<std::uint64_t> first;
  for (std::uint64_t i = 0; i < size && !first; ++i)
    if (!permits(p, i, bits_at(p.type, answer, i))) first = i;
  RC_ASSERT(first_unpermitted(p, answer) == first);
}

TEST(Permitted, FindsTheFirstElementThatPermitsRefuses) {
  EXPECT_TRUE(holds("first_unpermitted is the first position that permits refuses",
                    finds_the_first_refused));
}

TEST(Permitted, TellsZerosApartOnlyInCopies) {
  PermittedTensor p = floats({0, 1});
  EXPECT_FALSE(permits(p, 0, bits(-0.f)));
  p.zeros_equal = true;
  EXPECT_TRUE(permits(p, 0, bits(-0.f)));
  EXPECT_FALSE(permits(p, 1, bits(-1.f)));
  p.type = DataType::UINT32;
  EXPECT_FALSE(permits(p, 0, bits(-0.f)));
}

TEST(Permitted, JudgesByIntervals) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  PermittedTensor p = floats({0, 0});
  p.permit(1, 2);
  p.permit(1, -1, PermittedTensor::kPlusInfinity);
  EXPECT_TRUE(permits(p, 0, bits(1)) && permits(p, 0, bits(2)));
  EXPECT_FALSE(permits(p, 0, bits(2.1f)) || permits(p, 0, bits(kNan)) || permits(p, 0, bits(kInf)));
  EXPECT_FALSE(permits(p, 1, bits(0)) || permits(p, 1, bits(kNan)) || permits(p, 1, bits(-kInf)));
  EXPECT_TRUE(permits(p, 1, bits(kInf)));
  p.also = {PermittedTensor::kZero, 0};
  EXPECT_TRUE(permits(p, 0, bits(0.f)) && permits(p, 0, bits(-0.f)) && permits(p, 0, bits(1)));
  EXPECT_FALSE(permits(p, 1, bits(0.f)) || permits(p, 0, bits(0x1p-149f)));
}

TEST(Permitted, MeasuresHeadroom) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  PermittedTensor p = floats({0, 0, 0});
  const auto used = [&](std::vector<float> answer) {
    return headroom_used(p, std::as_bytes(std::span(answer)));
  };
  EXPECT_EQ(used({0, 0, 0}), 0);
  p.permit(1, 3, PermittedTensor::kNan);
  p.permit(3, 3);
  p.permit(-4, 4);
  EXPECT_EQ(used({2, 3, 0}), 0);
  EXPECT_NEAR(used({2.5f, 3, 0}), 0.5, 1e-6);
  EXPECT_NEAR(used({2.5f, 3, 1}), 0.5, 1e-6);
  EXPECT_NEAR(used({2.5f, 3, -3}), 0.75, 1e-6);
  EXPECT_NEAR(used({1, 3, 0}), 1, 1e-6);
  EXPECT_EQ(used({kNan, 3, 0}), 0);
}

void headroom_is_the_most_of_any_element(std::mt19937_64& random) {
  const std::uint64_t size = 1 + random() % 300;
  std::vector<float> answer;
  PermittedTensor p;
  p.bytes.resize(size * sizeof(float));
  double most = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    p.permit(static_cast<float>(pick(random, -9, 9)), static_cast<float>(pick(random, -9, 9)));
    answer.push_back(static_cast<float>(pick(random, -90, 90)) / 10);
    const double low = p.low_value(i), high = p.high_value(i), value = answer[i];
    if (!(low < high && low <= value && value <= high)) continue;
    const double size_of_ends = std::max(std::abs(low), std::abs(high));
    most = std::max(
        most, (std::abs(value - (low + high) / 2) - 0x1p-23 * size_of_ends) / ((high - low) / 2));
  }
  RC_ASSERT(headroom_used(p, std::as_bytes(std::span(answer))) == most);
}

TEST(Permitted, MeasuresTheHeadroomOfEveryElement) {
  EXPECT_TRUE(holds("headroom_used is the most that one element uses",
                    headroom_is_the_most_of_any_element));
}

TEST(Permitted, LeavesNothingOfAnEarlierProblem) {
  Signature signature;
  signature.add("InputTensor", Kind::Input);
  signature.add("OutputTensor", Kind::Output);
  Problem problem{Descriptor(signature), {}};
  problem.descriptor.tensor("OutputTensor").sizes = {2, 3};
  Permitted permitted;
  ask(
      [](const Problem&, const FloatModel&, Permitted& p) {
        PermittedTensor& t = p.tensors[1];
        t.zeros_equal = true;
        t.one_of = {{0, 0, 1}};
        t.alternatives = {0};
        t.any = {{1, 2}};
        t.low = t.high = {0};
        t.also = {0};
      },
      problem, {}, permitted);
  problem.descriptor.tensor("OutputTensor").type = DataType::INT8;
  ask([](const Problem&, const FloatModel&, Permitted&) {}, problem, {}, permitted);
  const PermittedTensor& t = permitted.tensor(signature, "OutputTensor");
  EXPECT_EQ(t.type, DataType::INT8);
  EXPECT_EQ(t.bytes.size(), 6u);
  EXPECT_FALSE(t.zeros_equal || t.by_intervals());
  EXPECT_TRUE(t.one_of.empty() && t.alternatives.empty() && t.any.empty() && t.also.empty());
  EXPECT_TRUE(permitted.tensor(signature, "InputTensor").bytes.empty());
}

TEST(Oracles, AreFoundByName) {
  EXPECT_NE(oracle_of("gather"), nullptr);
  EXPECT_NE(oracle_of("gather"), oracle_of("slice1"));
  EXPECT_EQ(oracle_of("gathe"), nullptr);
}

}  // namespace
}  // namespace assay::ops
