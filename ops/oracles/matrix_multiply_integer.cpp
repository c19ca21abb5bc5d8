// output[m, n] = Σ (a[m, k] − zero point of row m) · (b[k, n] − zero point of column n)
#include "ops/permitted.h"

namespace assay::ops::oracles {
namespace {

/// A zero point for each of some rows or columns.
std::vector<std::int64_t> zero_points(const Problem& problem, std::string_view name,
                                      std::uint64_t count) {
  std::vector<std::int64_t> points(count, 0);
  if (!problem.present(name)) return points;
  const TensorDesc& tensor = problem.tensor(name);
  const bool one = *element_count(tensor.sizes) == 1;
  for (std::uint64_t i = 0; i < count; ++i)
    points[i] = integer_at(tensor.type, problem.input(name), one ? 0 : i);
  return points;
}

}  // namespace

void matrix_multiply_integer(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const TensorDesc &a = problem.tensor("ATensor"), &b = problem.tensor("BTensor");
  const Bytes &left = problem.input("ATensor"), &right = problem.input("BTensor");
  const std::size_t rank = a.sizes.size();
  const auto rows = static_cast<std::uint64_t>(a.sizes[rank - 2]),
             inner = static_cast<std::uint64_t>(a.sizes[rank - 1]),
             columns = static_cast<std::uint64_t>(b.sizes[rank - 1]);
  const auto row_points = zero_points(problem, "AZeroPointTensor", rows),
             column_points = zero_points(problem, "BZeroPointTensor", columns);
  std::vector<std::int64_t> sums(columns);
  for (std::uint64_t line = 0; line < output.size() / columns; ++line) {
    const std::uint64_t first = line / rows * inner * columns;
    std::fill(sums.begin(), sums.end(), 0);
    for (std::uint64_t k = 0; k < inner; ++k) {
      const std::int64_t factor =
          integer_at(a.type, left, line * inner + k) - row_points[line % rows];
      for (std::uint64_t n = 0; n < columns; ++n)
        sums[n] += factor * (integer_at(b.type, right, first + k * columns + n) - column_points[n]);
    }
    for (std::uint64_t n = 0; n < columns; ++n) {
      const std::uint64_t position = line * columns + n;
      if (sums[n] != static_cast<std::int32_t>(sums[n]))
        permit_anything(output, position);
      else
        set_bits(output.type, output.bytes, position, static_cast<std::uint64_t>(sums[n]));
    }
  }
}

}  // namespace assay::ops::oracles
