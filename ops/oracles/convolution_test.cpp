// The oracle of convolution is compared with sums that are gathered for each element of the output,
// coordinate by coordinate, and added in any order, fused or not.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

struct ConvolvedImages {
  bool convolves = false, backward = false;
  std::int64_t groups = 1;
  List input, filter, output;
  List strides, dilations, start, end, output_padding;
  std::vector<float> data, weights, bias = {};

  std::size_t dimensions() const { return strides.size(); }
  PermittedTensor permitted(DataType type = DataType::FLOAT32, bool flush = false) const {
    const auto bytes = [&](const std::vector<float>& values) {
      if (type == DataType::FLOAT32) return packed(values);
      std::vector<std::uint16_t> halves;
      for (const float x : values) halves.push_back(std::bit_cast<std::uint16_t>(Eigen::half(x)));
      return packed(halves);
    };
    List bias_sizes(dimensions() + 2, 1);
    bias_sizes[1] = output[1];
    Question q("convolution");
    q.input("InputTensor", type, input, bytes(data))
        .input("FilterTensor", type, filter, bytes(weights))
        .optional_input("BiasTensor", type, bias_sizes, bytes(bias))
        .output("OutputTensor", type, output)
        .choice("Mode", {"CONVOLUTION", "CROSS_CORRELATION"}, !convolves)
        .choice("Direction", {"FORWARD", "BACKWARD"}, backward)
        .value("DimensionCount", static_cast<std::int64_t>(dimensions()))
        .array("Strides", strides)
        .array("Dilations", dilations)
        .array("StartPadding", start)
        .array("EndPadding", end)
        .array("OutputPadding", output_padding)
        .value("GroupCount", groups);
    return q.permitted({flush});
  }

  /// The input along dimension d that element k of the window meets at an element of the output;
  /// -1 if it meets none.
  std::int64_t met(std::size_t d, std::int64_t at, std::int64_t k) const {
    if (backward) {
      for (std::int64_t i = 0; i < input[d + 2]; ++i)
        if (i * strides[d] + k * dilations[d] == at + start[d]) return i;
      return -1;
    }
    const std::int64_t i = at * strides[d] + k * dilations[d] - start[d];
    const bool inside = at + output_padding[d] < output[d + 2] && i >= 0 && i < input[d + 2];
    return inside ? i : -1;
  }
  /// The pairs of factors that an element of the output adds up.
  std::vector<std::pair<float, float>> products(const List& at) const {
    std::vector<std::pair<float, float>> all;
    const std::int64_t inputs = input[1] / groups, outputs = output[1] / groups;
    const std::int64_t group = at[1] / outputs;
    for (std::int64_t j = 0; j < inputs; ++j) {
      List k(dimensions(), 0), sizes(filter);
      sizes.erase(0), sizes.erase(0);
      do {
        List from(input), weight(filter);
        from[0] = at[0];
        from[1] = group * inputs + j;
        weight[0] = backward ? from[1] : at[1];
        weight[1] = backward ? at[1] % outputs : j;
        bool is_inside = true;
        for (std::size_t d = 0; d < dimensions(); ++d) {
          from[d + 2] = met(d, at[d + 2], k[d]);
          is_inside &= from[d + 2] >= 0;
          weight[d + 2] = convolves ? sizes[d] - 1 - k[d] : k[d];
        }
        if (is_inside)
          all.emplace_back(data[position(from, input)], weights[position(weight, filter)]);
      } while (step(k, sizes));
    }
    return all;
  }
  bool is_output_padding(const List& at) const {
    for (std::size_t d = 0; d < dimensions(); ++d)
      if (at[d + 2] + output_padding[d] >= output[d + 2]) return true;
    return false;
  }
};

ConvolvedImages random_images(std::mt19937_64& random, bool integers) {
  ConvolvedImages c;
  c.convolves = random() % 2;
  c.backward = random() % 2;
  c.groups = pick(random, 1, 3);
  const std::int64_t inputs = pick(random, 1, 3), outputs = pick(random, 1, 3);
  c.input = {pick(random, 1, 2), c.groups * inputs};
  c.output = {c.input[0], c.groups * outputs};
  c.filter = c.backward ? List{c.groups * inputs, outputs} : List{c.groups * outputs, inputs};
  for (std::int64_t d = pick(random, 1, 3); d > 0; --d) {
    const std::int64_t stride = pick(random, 1, 3), dilation = pick(random, 1, 2);
    std::int64_t size, window, start, end, natural;
    do {
      size = pick(random, 1, 4);
      window = pick(random, 1, 3);
      start = pick(random, 0, 2);
      end = pick(random, 0, 2);
      const std::int64_t reach = 1 + (window - 1) * dilation;
      natural = c.backward                    ? (size - 1) * stride + reach - start - end
                : size + start + end >= reach ? (size + start + end - reach) / stride + 1
                                              : 0;
    } while (natural < 1);
    c.strides.push_back(stride);
    c.dilations.push_back(dilation);
    c.start.push_back(start);
    c.end.push_back(end);
    c.output_padding.push_back(pick(random, 0, 1));
    c.input.push_back(size);
    c.filter.push_back(window);
    c.output.push_back(natural + c.output_padding.back());
  }
  const auto values = [&](std::uint64_t count) {
    std::vector<float> all;
    for (; count > 0; --count)
      all.push_back(integers ? static_cast<float>(pick(random, -9, 9))
                             : static_cast<float>(std::uniform_real_distribution<>(-2, 2)(random)));
    return all;
  };
  c.data = values(*element_count(c.input));
  c.weights = values(*element_count(c.filter));
  if (random() % 2) c.bias = values(static_cast<std::uint64_t>(c.output[1]));
  return c;
}

bool permits_convolved(const PermittedTensor& p, std::uint64_t i, float x) {
  return permits(p, i, std::bit_cast<std::uint32_t>(x));
}

void permits_sound_convolutions(std::mt19937_64& random) {
  const ConvolvedImages c = random_images(random, false);
  const PermittedTensor p = c.permitted();
  List at(c.output.size(), 0);
  std::uint64_t i = 0;
  do {
    float parts[3] = {c.bias.empty() ? 0 : c.bias[static_cast<std::size_t>(at[1])], 0, 0};
    float magnitudes = std::abs(parts[0]);
    const auto products = c.products(at);
    for (const auto& [x, w] : products) {
      float& part = parts[random() % 3];
      part = random() % 2 ? std::fma(x, w, part) : x * w + part;
      magnitudes += std::abs(x * w);
    }
    const float sum = parts[1] + (parts[0] + parts[2]);
    RC_ASSERT(permits_convolved(p, i, sum));
    const float beyond = static_cast<float>(products.size() + 2) * 0x1p-22f * magnitudes + 1e-30f;
    if (!(c.backward && c.is_output_padding(at))) {
      RC_ASSERT(!permits_convolved(p, i, sum + beyond));
      RC_ASSERT(!permits_convolved(p, i, sum - beyond));
    }
    ++i;
  } while (step(at, c.output));
}

TEST(Convolution, PermitsSoundSums) {
  EXPECT_TRUE(
      holds("products in any order, fused or not, are permitted, and what is further away "
            "is refused",
            permits_sound_convolutions));
}

void convolutions_of_integers_are_exact(std::mt19937_64& random) {
  const ConvolvedImages c = random_images(random, true);
  const PermittedTensor p = c.permitted(), halves = c.permitted(DataType::FLOAT16);
  List at(c.output.size(), 0);
  std::uint64_t i = 0;
  do {
    const float bias = c.bias.empty() ? 0 : c.bias[static_cast<std::size_t>(at[1])];
    float sum = bias;
    for (const auto& [x, w] : c.products(at)) sum += x * w;
    RC_ASSERT(permits_convolved(p, i, sum));
    RC_ASSERT(permits(halves, i, std::bit_cast<std::uint16_t>(Eigen::half(sum))));
    const bool may_be_padding = c.backward && c.is_output_padding(at);
    if (may_be_padding) RC_ASSERT(permits_convolved(p, i, bias));
    if (!may_be_padding) {
      RC_ASSERT(!permits_convolved(p, i, std::nextafter(sum, INFINITY)));
      RC_ASSERT(!permits_convolved(p, i, std::nextafter(sum, -INFINITY)));
      RC_ASSERT(!permits_convolved(p, i, NAN));
    }
    ++i;
  } while (step(at, c.output));
}

TEST(Convolution, RefusesTheNeighboursOfSumsOfIntegers) {
  EXPECT_TRUE(holds("one ULP beside an exact sum is refused", convolutions_of_integers_are_exact));
}

/// A window of two over two elements in one dimension.
ConvolvedImages small_convolution() {
  ConvolvedImages c;
  c.input = {1, 1, 2};
  c.filter = {1, 1, 2};
  c.output = {1, 1, 2};
  c.strides = c.dilations = {1};
  c.start = c.output_padding = {0};
  c.end = {1};
  c.data = {3, 5};
  c.weights = {7, 11};
  return c;
}

TEST(Convolution, MultipliesPaddingOrNot) {
  ConvolvedImages c = small_convolution();
  c.weights = {7, INFINITY};
  const PermittedTensor p = c.permitted();
  EXPECT_TRUE(permits_convolved(p, 0, INFINITY));
  EXPECT_FALSE(permits_convolved(p, 0, NAN));
  EXPECT_TRUE(permits_convolved(p, 1, NAN));
  EXPECT_TRUE(permits_convolved(p, 1, 35));
  EXPECT_FALSE(permits_convolved(p, 1, INFINITY));
}

TEST(Convolution, AddsTheBiasToOutputPadding) {
  ConvolvedImages c = small_convolution();
  c.output_padding = {1};
  c.output = {1, 1, 3};
  c.bias = {0.25f};
  EXPECT_TRUE(permits_convolved(c.permitted(), 2, 0.25f));
  EXPECT_FALSE(permits_convolved(c.permitted(), 2, 0));
}

TEST(Convolution, FlushesDenormalsOnlyWhereTheDeviceMay) {
  ConvolvedImages c = small_convolution();
  c.data = {0x1p-130f, 0};
  c.weights = {0x1p100f, 1};
  EXPECT_FALSE(permits_convolved(c.permitted(), 0, 0));
  EXPECT_TRUE(permits_convolved(c.permitted(DataType::FLOAT32, true), 0, 0));
  EXPECT_TRUE(permits_convolved(c.permitted(DataType::FLOAT32, true), 0, 0x1p-30f));
}

}  // namespace
}  // namespace assay::ops
