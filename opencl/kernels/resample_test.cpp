// Tests the variants of the RESAMPLE operators and of upsample_2d on examples worked out by hand.
#include <gtest/gtest.h>

#include <bit>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

ops::List floats(const std::vector<float>& values) {
  ops::List list;
  for (const float x : values)
    list.push_back(ops::key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(x)));
  return list;
}

/// Two rows, three times as high and twice as wide.
Problem scaled(const std::string& name, bool linear) {
  Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", strided(DataType::FLOAT32, {1, 1, 2, 2}, {9, 9, 1, 4}),
            bytes_of<float>({0, 4, 6, 10}));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {1, 1, 6, 4}));
  set_value(p, "InterpolationMode", {linear});
  if (name == "upsample_2d") {
    set_value(p, "ScaleSize.Width", {2});
    set_value(p, "ScaleSize.Height", {3});
    return p;
  }
  set_value(p, name == "resample" ? "ScaleCount" : "DimensionCount", {4});
  set_value(p, "Scales", floats({1, 1, 3, 2}));
  if (name == "resample") return p;
  set_value(p, "InputPixelOffsets", floats({0.5f, 0.5f, 0.5f, 0.5f}));
  set_value(p, "OutputPixelOffsets", floats({-0.5f, -0.5f, -0.5f, -0.5f}));
  return p;
}

TEST(Resample, TakesTheElementWithTheNearestCentre) {
  for (const char* name : {"upsample_2d", "resample", "resample1"})
    expect_answer<float>(
        scaled(name, false), "OutputTensor",
        {0, 0, 4, 4, 0, 0, 4, 4, 0, 0, 4, 4, 6, 6, 10, 10, 6, 6, 10, 10, 6, 6, 10, 10});
}

TEST(Resample, RoundsCoordinatesAsTheDirectionSays) {
  Problem p = problem_of(signature_of("resample2"));
  set_input(p, "InputTensor", packed(DataType::INT8, {3}), bytes_of<std::int8_t>({1, 2, 3}));
  set_output(p, "OutputTensor", packed(DataType::INT8, {7}));
  set_value(p, "DimensionCount", {1});
  set_value(p, "Scales", floats({2}));
  set_value(p, "InputPixelOffsets", floats({0}));
  set_value(p, "OutputPixelOffsets", floats({0}));
  set_value(p, "RoundingDirection", {0});
  expect_answer<std::int8_t>(p, "OutputTensor", {1, 2, 2, 3, 3, 3, 3});
  set_value(p, "RoundingDirection", {1});
  expect_answer<std::int8_t>(p, "OutputTensor", {1, 1, 2, 2, 3, 3, 3});
  set_value(p, "InterpolationMode", {1});
  set_value(p, "InputPixelOffsets", floats({-0.5f}));
  expect_answer<std::int8_t>(p, "OutputTensor", {2, 2, 2, 3, 3, 3, 3});
}

// Of rows that are 6 apart, the six output rows lie at -1/3, 0, 1/3, 2/3, 1 and 4/3.
TEST(Resample, InterpolatesBetweenCentres) {
  for (const char* name : {"upsample_2d", "resample", "resample1", "resample2"}) {
    const Problem p = scaled(name, true);
    const KernelFile file = load_kernels(*p.descriptor.signature);
    for (const Variant* variant : variants_for(file, p)) {
      const std::vector<float> values = answer<float>(file, *variant, p, "OutputTensor");
      const float rows[] = {0, 0, 2, 4, 6, 6}, columns[] = {0, 1, 3, 4};
      for (std::size_t i = 0; i < 24; ++i)
        EXPECT_NEAR(values[i], rows[i / 4] + columns[i % 4], 1e-5) << name << " " << variant->name;
    }
  }
}

}  // namespace
}  // namespace assay::opencl::testing
