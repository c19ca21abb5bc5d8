// These tests compare the oracle of matrix_multiply_integer with sums over coordinates.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

/// Zero points of a rank, or none.
Bytes some_points(std::mt19937_64& random, DataType type, std::int64_t count) {
  return pick(random, 0, 2) ? random_elements(random, type, static_cast<std::uint64_t>(count))
                            : Bytes();
}

void sums_products(std::mt19937_64& random) {
  const DataType types[] = {DataType::INT8, DataType::UINT8};
  const DataType a_type = pick(random, types), b_type = pick(random, types);
  const std::int64_t rows = pick(random, 1, 4), inner = pick(random, 1, 5),
                     columns = pick(random, 1, 4);
  List a, b, output;
  for (std::int64_t d = pick(random, 0, 2); d > 0; --d) a.push_back(pick(random, 1, 3));
  b = output = a;
  a.push_back(rows), a.push_back(inner);
  b.push_back(inner), b.push_back(columns);
  output.push_back(rows), output.push_back(columns);
  const Bytes left = random_elements(random, a_type, *element_count(a)),
              right = random_elements(random, b_type, *element_count(b));
  const std::int64_t a_count = pick(random, 0, 1) ? rows : 1,
                     b_count = pick(random, 0, 1) ? columns : 1;
  const Bytes a_points = some_points(random, a_type, a_count),
              b_points = some_points(random, b_type, b_count);
  Question q("matrix_multiply_integer");
  q.input("ATensor", a_type, a, left)
      .optional_input("AZeroPointTensor", a_type, {a_count, 1}, a_points)
      .input("BTensor", b_type, b, right)
      .optional_input("BZeroPointTensor", b_type, {b_count}, b_points)
      .output("OutputTensor", DataType::INT32, output);
  const PermittedTensor answer = q.permitted();
  List at(output.size(), 0);
  const std::size_t m = output.size() - 2, n = m + 1;
  do {
    const auto point = [](DataType type, const Bytes& points, std::int64_t count, std::int64_t i) {
      return points.empty()
                 ? 0
                 : integer_at(type, points, count == 1 ? 0 : static_cast<std::uint64_t>(i));
    };
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < inner; ++k) {
      List from = at, to = at;
      from[n] = to[m] = k;
      sum +=
          (integer_at(a_type, left, position(from, a)) - point(a_type, a_points, a_count, at[m])) *
          (integer_at(b_type, right, position(to, b)) - point(b_type, b_points, b_count, at[n]));
    }
    RC_ASSERT(integer_at(DataType::INT32, answer.bytes, position(at, output)) == sum);
  } while (step(at, output));
}

TEST(MatrixMultiplyInteger, SumsProducts) { EXPECT_TRUE(holds("sums products", sums_products)); }

TEST(MatrixMultiplyInteger, NothingIsSaidOfOverflow) {
  const std::uint64_t inner = 33100;
  const auto question = [&](std::uint64_t count) {
    Question q("matrix_multiply_integer");
    q.input("ATensor", DataType::UINT8, {1, static_cast<std::int64_t>(count)},
            Bytes(count, std::byte{255}))
        .optional_input("AZeroPointTensor", DataType::UINT8, {}, {})
        .input("BTensor", DataType::UINT8, {static_cast<std::int64_t>(count), 1},
               Bytes(count, std::byte{255}))
        .optional_input("BZeroPointTensor", DataType::UINT8, {}, {})
        .output("OutputTensor", DataType::INT32, {1, 1});
    return q.permitted();
  };
  EXPECT_TRUE(permits_anything(question(inner), 0));
  EXPECT_FALSE(permits_anything(question(33000), 0));
}

}  // namespace
}  // namespace assay::ops
