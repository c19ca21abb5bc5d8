// Rows worked out by hand, and a reference for rows without ties.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

PermittedTensor hardmax(const List& sizes, const std::vector<float>& data,
                        const FloatModel& model = {}) {
  Question q("activation_hardmax");
  q.input("InputTensor", DataType::FLOAT32, sizes, packed(data))
      .output("OutputTensor", DataType::FLOAT32, sizes);
  return q.permitted(model);
}

bool permits_all(const PermittedTensor& answer, const std::vector<float>& data) {
  return !first_unpermitted(answer, packed(data));
}

TEST(Hardmax, MarksTheFirstOfTheLargest) {
  const PermittedTensor answer = hardmax({2, 3}, {1, 3, 3, -INFINITY, -7, -5});
  EXPECT_TRUE(permits_all(answer, {0, 1, 0, 0, 0, 1}));
  EXPECT_FALSE(permits_all(answer, {0, 0, 1, 0, 0, 1}));
  EXPECT_FALSE(permits_all(answer, {0, 1, 1, 0, 0, 1}));
  EXPECT_TRUE(permits_all(hardmax({1, 2}, {-INFINITY, -INFINITY}), {1, 0}));
  EXPECT_FALSE(permits_all(hardmax({1, 2}, {-INFINITY, -INFINITY}), {0, 1}));
}

TEST(Hardmax, LeavesOpenWhichZeroIsLarger) {
  const PermittedTensor answer = hardmax({3}, {-0.f, 0.f, 0.f});
  EXPECT_TRUE(permits_all(answer, {1, 0, 0}));
  EXPECT_TRUE(permits_all(answer, {0, 1, 0}));
  EXPECT_FALSE(permits_all(answer, {0, 0, 1}));
}

TEST(Hardmax, PermitsAnythingForARowWithANaN) {
  const PermittedTensor answer = hardmax({2, 2}, {kNan, 1, 2, 1});
  EXPECT_TRUE(permits_all(answer, {5, 7, 1, 0}));
  EXPECT_FALSE(permits_all(answer, {5, 7, 0, 1}));
}

TEST(Hardmax, TakesDenormalsForZerosWhereTheDeviceFlushes) {
  EXPECT_FALSE(permits_all(hardmax({2}, {0, 1e-40f}), {1, 0}));
  EXPECT_TRUE(permits_all(hardmax({2}, {0, 1e-40f}, {.flush32 = true}), {1, 0}));
  EXPECT_TRUE(permits_all(hardmax({2}, {0, 1e-40f}, {.flush32 = true}), {0, 1}));
}

TEST(Hardmax, TakesTheElementsAlongAllAxes) {
  const auto answer = [](const List& axes) {
    Question q("activation_hardmax1");
    q.input("InputTensor", DataType::FLOAT32, {2, 2, 2},
            packed({12.f, 0.f, -101.f, 11.f, 3.f, 234.f, 0.f, -101.f}))
        .output("OutputTensor", DataType::FLOAT32, {2, 2, 2})
        .value("AxisCount", static_cast<std::int64_t>(axes.size()))
        .array("Axes", axes);
    return q.permitted();
  };
  EXPECT_TRUE(permits_all(answer({1}), {1, 0, 0, 1, 1, 1, 0, 0}));
  EXPECT_TRUE(permits_all(answer({0}), {1, 0, 0, 1, 0, 1, 1, 0}));
  EXPECT_TRUE(permits_all(answer({0, 2}), {0, 0, 0, 1, 0, 1, 0, 0}));
  EXPECT_FALSE(permits_all(answer({0, 1, 2}), {0, 0, 0, 1, 0, 1, 0, 0}));
}

}  // namespace
}  // namespace assay::ops
