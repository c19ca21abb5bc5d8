// Tests the variants of the softmax operators where the results are exact on every device.
#include <gtest/gtest.h>

#include <cmath>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

/// Rows in which one element is so much greater that it leaves nothing to the others: their
/// exponentials are 0.
TEST(ActivationSoftmax, gives_all_to_an_element_far_above_the_others) {
  for (const std::size_t length : {1u, 3u, 4u, 63u, 64u, 131u}) {
    std::vector<float> row(2 * length, -900), softmax(2 * length, 0), log(2 * length, -1100);
    row[length / 2] = row[2 * length - 1] = 200;
    softmax[length / 2] = softmax[2 * length - 1] = 1;
    log[length / 2] = log[2 * length - 1] = 0;
    for (const bool of_log : {false, true}) {
      Problem p =
          problem_of(signature_of(of_log ? "activation_log_softmax" : "activation_softmax"));
      const auto columns = static_cast<std::int64_t>(length);
      set_input(p, "InputTensor", strided(DataType::FLOAT32, {2, columns}, {1, 2}),
                ops::Bytes(bytes_of(row)));
      set_output(p, "OutputTensor", strided(DataType::FLOAT32, {2, columns}, {columns + 3, 1}));
      const auto file = load_kernels(*p.descriptor.signature);
      for (const Variant* variant : variants_for(file, p)) {
        const auto came = answer<float>(file, *variant, p, "OutputTensor");
        for (std::size_t i = 0; i < came.size(); ++i)
          EXPECT_NEAR(came[i], (of_log ? log : softmax)[i], 1e-6) << variant->name << " " << i;
      }
    }
  }
}

TEST(ActivationSoftmax, takes_the_elements_along_all_axes) {
  Problem p = problem_of(signature_of("activation_log_softmax1"));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {2, 2, 2}),
            bytes_of<float>({12, 0, -101, 11, 3, 234, 0, -101}));
  set_output(p, "OutputTensor", strided(DataType::FLOAT32, {2, 2, 2}, {1, 2, 4}));
  set_value(p, "AxisCount", {2});
  set_value(p, "Axes", {0, 2});
  const double share = 1 / (1 + std::exp(-11.0) + 2 * std::exp(-112.0));
  const auto log = [&](double below) { return static_cast<float>(std::log(share) - below); };
  const std::vector<float> expected{-222, -234, log(112), log(0), -231, 0, log(11), log(112)};
  const auto file = load_kernels(*p.descriptor.signature);
  for (const Variant* variant : variants_for(file, p)) {
    const auto came = answer<float>(file, *variant, p, "OutputTensor");
    for (std::size_t i = 0; i < came.size(); ++i)
      EXPECT_NEAR(came[i], expected[i], 1e-5 * (1 + std::abs(expected[i]))) << variant->name;
  }
}

}  // namespace
}  // namespace assay::opencl::testing
