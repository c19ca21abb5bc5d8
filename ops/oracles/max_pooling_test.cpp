// These tests compare the oracles of max_pooling, max_pooling1 and max_pooling2 with a search over
// the coordinates of each window.
#include <gtest/gtest.h>

#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

struct Pooling {
  List input, output, window, strides, start, end, dilations;

  /// The spatial sizes of the output follow from all else.
  void measure() {
    output = {input[0], input[1]};
    for (std::size_t d = 0; d < window.size(); ++d)
      output.push_back(
          (input[d + 2] + start[d] + end[d] - 1 - (window[d] - 1) * dilations[d]) / strides[d] + 1);
  }
  Question question(int version, DataType type, Bytes data, bool with_indices) const {
    Question q(version == 0 ? "max_pooling" : "max_pooling" + std::to_string(version));
    q.input("InputTensor", type, input, std::move(data)).output("OutputTensor", type, output);
    if (version > 0)
      q.optional_output("OutputIndicesTensor", DataType::UINT64, with_indices ? output : List{});
    q.value("DimensionCount", static_cast<std::int64_t>(window.size()))
        .array("Strides", strides)
        .array("WindowSize", window)
        .array("StartPadding", start)
        .array("EndPadding", end);
    if (version == 2) q.array("Dilations", dilations);
    return q;
  }
};

Pooling some_pooling(std::mt19937_64& random, int version) {
  Pooling p;
  p.input = {pick(random, 1, 2), pick(random, 1, 2)};
  for (std::int64_t d = pick(random, 2, 3); d > 0; --d) {
    const std::int64_t size = pick(random, 1, 5), dilation = version == 2 ? pick(random, 1, 3) : 1;
    const std::int64_t start = pick(random, 0, 3), end = pick(random, 0, 3);
    p.input.push_back(size);
    p.start.push_back(start);
    p.end.push_back(end);
    p.dilations.push_back(dilation);
    p.window.push_back(pick(random, 1, (size + start + end - 1) / dilation + 1));
    p.strides.push_back(pick(random, 1, 3));
  }
  p.measure();
  return p;
}

void takes_the_greatest_of_each_window(std::mt19937_64& random) {
  const int version = static_cast<int>(pick(random, 0, 2));
  const Pooling p = some_pooling(random, version);
  const bool with_indices = pick(random, 0, 1);
  const Bytes data = random_elements(random, DataType::INT8, *element_count(p.input), 5);
  const Question q = p.question(version, DataType::INT8, data, with_indices);
  const PermittedTensor values = q.permitted({}, "OutputTensor");
  PermittedTensor indices;
  if (version > 0 && with_indices) indices = q.permitted({}, "OutputIndicesTensor");
  List to(p.output.size(), 0);
  do {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    std::uint64_t found = 0;
    List w(p.window.size(), 0);
    do {
      List from = to;
      bool inside = true;
      for (std::size_t d = 0; d < w.size(); ++d) {
        from[d + 2] = to[d + 2] * p.strides[d] + w[d] * p.dilations[d] - p.start[d];
        inside &= from[d + 2] >= 0 && from[d + 2] < p.input[d + 2];
      }
      if (!inside) continue;
      const std::int64_t x = integer_at(DataType::INT8, data, position(from, p.input));
      if (x <= best) continue;
      best = x;
      found = position(from, p.input);
    } while (step(w, p.window));
    const std::uint64_t at = position(to, p.output);
    const bool none = best == std::numeric_limits<std::int64_t>::min();
    RC_ASSERT(permits_anything(values, at) == none);
    if (!none) RC_ASSERT(integer_at(DataType::INT8, values.bytes, at) == best);
    if (!none && indices.size() > 0)
      RC_ASSERT(integer_at(DataType::UINT64, indices.bytes, at) ==
                static_cast<std::int64_t>(found));
  } while (step(to, p.output));
}

TEST(MaxPooling, TakesTheGreatestElementOfEachWindow) {
  EXPECT_TRUE(
      holds("takes the greatest element of each window", takes_the_greatest_of_each_window));
}

Question row_of(const std::vector<float>& values) {
  Pooling p;
  p.input = {1, 1, 1, static_cast<std::int64_t>(values.size())};
  p.window = {1, static_cast<std::int64_t>(values.size())};
  p.strides = p.dilations = {1, 1};
  p.start = p.end = {0, 0};
  p.measure();
  return p.question(2, DataType::FLOAT32, packed(values), true);
}

TEST(MaxPooling, EitherZeroMayBeTheGreatest) {
  const Question q = row_of({-1.f, -0.f, 0.f});
  EXPECT_TRUE(q.permitted({}, "OutputTensor").zeros_equal);
  const PermittedTensor indices = q.permitted({}, "OutputIndicesTensor");
  EXPECT_FALSE(permits(indices, 0, 0));
  EXPECT_TRUE(permits(indices, 0, 1));
  EXPECT_TRUE(permits(indices, 0, 2));
}

TEST(MaxPooling, ADeviceThatFlushesMayTakeDenormalsForZeros) {
  const Question q = row_of({-1.f, -1e-40f, 1e-40f});
  const FloatModel flushing{.flush32 = true};
  EXPECT_FALSE(permits(q.permitted({}, "OutputTensor"), 0, 0));
  EXPECT_TRUE(permits(q.permitted(flushing, "OutputTensor"), 0, 0));
  EXPECT_TRUE(permits(q.permitted(flushing, "OutputIndicesTensor"), 0, 1));
  EXPECT_FALSE(permits(q.permitted({}, "OutputIndicesTensor"), 0, 1));
  EXPECT_FALSE(permits(q.permitted(flushing, "OutputIndicesTensor"), 0, 0));
}

TEST(MaxPooling, NothingIsSaidOfNaN) {
  const Question q = row_of({1.f, std::numeric_limits<float>::quiet_NaN(), 2.f});
  EXPECT_TRUE(permits_anything(q.permitted({}, "OutputTensor"), 0));
  EXPECT_TRUE(permits_anything(q.permitted({}, "OutputIndicesTensor"), 0));
}

}  // namespace
}  // namespace assay::ops
