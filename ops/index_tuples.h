#pragma once

#include <cstdint>

#include "ops/index_view.h"

namespace assay::ops {

/// Tuples of coordinates along the last dimension of IndicesTensor. Each names a row of
/// InputTensor: the elements that share the tuple's coordinates. The last InputDimensionCount
/// dimensions of InputTensor count; the first `batches` of these are batches, which a tuple does
/// not address because it stands in one itself.
struct IndexTuples {
  DataType index_type;
  const Bytes& indices;
  /// The sizes of the dimensions that a tuple's components address.
  List addressed;
  /// The rows of the input, the elements of a row, the tuples.
  std::uint64_t rows = 1, length = 1, tuples;
  /// The tuples of one batch.
  std::uint64_t batch_tuples;

  explicit IndexTuples(const Problem& problem, std::size_t batches = 0)
      : index_type(problem.tensor("IndicesTensor").type), indices(problem.input("IndicesTensor")) {
    const List& sizes = problem.tensor("InputTensor").sizes;
    const auto components = static_cast<std::size_t>(problem.tensor("IndicesTensor").sizes.back());
    const std::size_t first =
        sizes.size() - static_cast<std::size_t>(problem.value("InputDimensionCount")) + batches;
    std::uint64_t batch_count = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto size = static_cast<std::uint64_t>(sizes[i]);
      if (i < first) batch_count *= size;
      if (i >= first && addressed.size() < components) addressed.push_back(sizes[i]);
      (i < first + components ? rows : length) *= size;
    }
    tuples = indices.size() / size_of(index_type) / components;
    batch_tuples = tuples / batch_count;
  }

  /// Calls f(tuple, row) in order for each tuple that names a row; one that lies outside the input
  /// names none.
  template <class F>
  void each(F&& f) const {
    with_indices(index_type, indices, [&]<class Index>(std::span<const Index> all) {
      const Index* tuple = all.data();
      for (std::uint64_t p = 0; p < tuples; ++p, tuple += addressed.size())
        if (const std::uint64_t r = row(tuple, p / batch_tuples); r < rows) f(p, r);
    });
  }

 private:
  /// The row that a tuple names in a batch; `rows` if it lies outside the input.
  template <class Index>
  std::uint64_t row(const Index* tuple, std::uint64_t batch) const {
    std::uint64_t row = batch;
    for (const std::int64_t size : addressed) {
      const auto n = static_cast<std::uint64_t>(size);
      const std::uint64_t at = wrapped(*tuple++, n);
      if (at >= n) return rows;
      row = row * n + at;
    }
    return row;
  }
};

}  // namespace assay::ops
