// Tests the variants of nonzero_coordinates on examples, and against each other.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using ops::Problem;
using std::uint32_t;
using std::vector;

Problem nonzero(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc coordinates) {
  Problem p = problem_of(signature_of("nonzero_coordinates"));
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputCountTensor", packed(DataType::UINT32, {1}));
  set_output(p, "OutputCoordinatesTensor", coordinates);
  return p;
}

// The coordinates that are in use: as many rows as OutputCountTensor says.
vector<uint32_t> rows(const KernelFile& file, const Variant& variant, const Problem& p) {
  const auto count = answer<uint32_t>(file, variant, p, "OutputCountTensor");
  auto all = answer<uint32_t>(file, variant, p, "OutputCoordinatesTensor");
  all.resize(count.at(0) *
             static_cast<std::size_t>(p.tensor("OutputCoordinatesTensor").sizes.back()));
  return all;
}

TEST(Nonzero, gives_the_last_coordinates_in_order_for_every_float_but_zero) {
  const float nan = std::nanf(""), denormal = std::numeric_limits<float>::denorm_min();
  const Problem p = nonzero(packed(DataType::FLOAT32, {1, 1, 2, 4}),
                            bytes_of<float>({1, 0, -0.0f, nan, 0, denormal, 0, -2}),
                            packed(DataType::UINT32, {8, 3}));
  const KernelFile file = load_kernels(signature_of("nonzero_coordinates"));
  for (const Variant* variant : variants_for(file, p))
    EXPECT_EQ(rows(file, *variant, p), (vector<uint32_t>{0, 0, 0, 0, 0, 3, 0, 1, 1, 0, 1, 3}))
        << variant->name;
}

TEST(Nonzero, sees_denormal_halves_and_the_lowest_integers) {
  const KernelFile file = load_kernels(signature_of("nonzero_coordinates"));
  for (DataType type : {DataType::FLOAT16, DataType::INT16}) {
    const Problem p =
        nonzero(packed(type, {5}), bytes_of<std::uint16_t>({1, 0x8000, 0, 0x7e00, 0xfc00}),
                strided(DataType::UINT32, {5, 1}, {2, 1}));
    const vector<uint32_t> expected =
        type == DataType::FLOAT16 ? vector<uint32_t>{0, 3, 4} : vector<uint32_t>{0, 1, 3, 4};
    for (const Variant* variant : variants_for(file, p))
      EXPECT_EQ(rows(file, *variant, p), expected) << variant->name;
  }
}

TEST(Nonzero, leaves_the_rows_past_the_count_alone) {
  const Problem p = nonzero(packed(DataType::UINT8, {4}), bytes_of<std::uint8_t>({0, 1, 0, 0}),
                            packed(DataType::UINT32, {4, 1}));
  const KernelFile file = load_kernels(signature_of("nonzero_coordinates"));
  for (const Variant* variant : variants_for(file, p)) {
    LaunchOptions other;
    other.poison_seed = 0x0101010101010101;
    const auto one = answer<uint32_t>(file, *variant, p, "OutputCoordinatesTensor");
    const auto two = answer<uint32_t>(file, *variant, p, "OutputCoordinatesTensor", other);
    EXPECT_EQ(one[0], two[0]);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(one[i] ^ two[i], 0x01010101u) << variant->name;
  }
}

TEST(Nonzero, counts_across_many_tiles) {
  vector<std::uint8_t> data(70 * 1024 + 5);
  vector<uint32_t> expected;
  for (uint32_t i = 0; i < data.size(); ++i)
    if (i % 7 == 3 || i / 1024 == 2) {
      data[i] = 1;
      expected.push_back(i);
    }
  const Problem p =
      nonzero(packed(DataType::UINT8, {static_cast<std::int64_t>(data.size())}), bytes_of(data),
              packed(DataType::UINT32, {static_cast<std::int64_t>(data.size()), 1}));
  const KernelFile file = load_kernels(signature_of("nonzero_coordinates"));
  for (const Variant* variant : variants_for(file, p)) {
    // Rusticl on llvmpipe ends a loop after 65,535 iterations. Only the serial variant needs more.
    if (variant->name == "serial") continue;
    EXPECT_EQ(rows(file, *variant, p), expected) << variant->name;
  }
}

RC_GTEST_PROP(Nonzero, variants_agree, ()) {
  const auto type = *rc::gen::elementOf(vector<DataType>{DataType::UINT8, DataType::FLOAT16});
  const List sizes = some_sizes();
  const auto count = static_cast<std::int64_t>(*ops::element_count(sizes));
  const auto columns = static_cast<std::int64_t>(sizes.size());
  const Problem p = nonzero(some_tensor(type, sizes),
                            some_data(static_cast<std::size_t>(count) * ops::size_of(type)),
                            some_tensor(DataType::UINT32, {count, columns}));
  const KernelFile file = load_kernels(signature_of("nonzero_coordinates"));
  const auto serial = rows(file, *file.find("serial"), p);
  for (const Variant* variant : variants_for(file, p)) RC_ASSERT(serial == rows(file, *variant, p));
}

}  // namespace
}  // namespace assay::opencl::testing
