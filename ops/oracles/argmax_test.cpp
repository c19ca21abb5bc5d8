// These tests compare the oracles of argmax and argmin with a search coordinate by coordinate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question arg(const std::string& name, DataType type, const List& input, Bytes data,
             const List& axes, bool last) {
  List output = input;
  for (const std::int64_t axis : axes) output[static_cast<std::size_t>(axis)] = 1;
  Question q(name);
  q.input("InputTensor", type, input, std::move(data))
      .output("OutputTensor", DataType::INT64, output)
      .value("AxisCount", static_cast<std::int64_t>(axes.size()))
      .array("Axes", axes)
      .choice("AxisDirection", {"INCREASING", "DECREASING"}, last);
  return q;
}

void agrees_with_a_search(std::mt19937_64& random) {
  const bool greatest = pick(random, 0, 1), last = pick(random, 0, 1);
  constexpr DataType kTypes[] = {DataType::INT8, DataType::UINT64, DataType::INT64};
  const DataType type = pick(random, kTypes);
  List input, axes;
  for (std::int64_t rank = pick(random, 1, 5); rank > 0; --rank)
    input.push_back(pick(random, 1, 4));
  for (std::size_t d = 0; d < input.size(); ++d)
    if (pick(random, 0, 1)) axes.push_back(static_cast<std::int64_t>(d));
  if (axes.empty()) axes.push_back(0);
  const Bytes data = random_elements(random, type, *element_count(input), 5);
  const PermittedTensor permitted =
      arg(greatest ? "argmax" : "argmin", type, input, data, axes, last).permitted();
  RC_ASSERT(permitted.one_of.empty() && permitted.any.empty());
  // The elements of each output coordinate, in row-major order, as numbers that compare.
  std::map<std::uint64_t, std::vector<__int128>> rows;
  List output = input;
  for (const std::int64_t axis : axes) output[static_cast<std::size_t>(axis)] = 1;
  List at(input.size(), 0);
  do {
    List to = at;
    for (const std::int64_t axis : axes) to[static_cast<std::size_t>(axis)] = 0;
    const std::uint64_t bits = bits_at(type, data, position(at, input));
    const __int128 value = type == DataType::UINT64 ? static_cast<__int128>(bits)
                           : type == DataType::INT8 ? static_cast<std::int8_t>(bits)
                                                    : static_cast<std::int64_t>(bits);
    rows[position(to, output)].push_back(greatest ? value : -value);
  } while (step(at, input));
  for (const auto& [p, row] : rows) {
    const __int128 best = *std::max_element(row.begin(), row.end());
    const auto first = std::find(row.begin(), row.end(), best) - row.begin();
    const auto behind = row.rend() - std::find(row.rbegin(), row.rend(), best);
    RC_ASSERT(bits_at(DataType::INT64, permitted.bytes, p) ==
              static_cast<std::uint64_t>(last ? behind - 1 : first));
  }
  RC_ASSERT(rows.size() == permitted.size());
}

TEST(ArgMax, AgreesWithASearch) {
  EXPECT_TRUE(holds("the index is that of the first or last extreme", agrees_with_a_search));
}

TEST(ArgMax, PermitsEitherOrderOfZerosAndAnythingForNaN) {
  const auto permitted = [](const std::string& name, std::vector<float> row) {
    return arg(name, DataType::FLOAT32, {static_cast<std::int64_t>(row.size())}, packed(row), {0},
               false)
        .permitted();
  };
  const PermittedTensor zeros = permitted("argmax", {-1.0f, -0.0f, 0.0f});
  EXPECT_TRUE(permits(zeros, 0, 1));
  EXPECT_TRUE(permits(zeros, 0, 2));
  EXPECT_FALSE(permits(zeros, 0, 0));
  const PermittedTensor least = permitted("argmin", {0.0f, -0.0f, 0.0f});
  EXPECT_TRUE(permits(least, 0, 0) && permits(least, 0, 1));
  EXPECT_FALSE(permits(least, 0, 2));
  EXPECT_TRUE(permits_anything(permitted("argmax", {1, std::nanf(""), 2}), 0));
}

}  // namespace
}  // namespace assay::ops
