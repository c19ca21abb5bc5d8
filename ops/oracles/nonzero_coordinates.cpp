// The output is the last N coordinates of every element that is not zero, in row-major order, and
// the number of such elements.
//
// +0 and −0 are zero; NaNs and denormals are not. Rows behind the last coordinates may hold
// anything.
#include <algorithm>
#include <cassert>
#include <limits>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {
namespace {

/// Writes the coordinates of the non-zero elements and returns the place behind the last. There
/// must be room for the coordinates of all elements.
template <std::size_t Columns, class Word>
std::uint32_t* write_rows(std::span<const Word> input, bool is_float, const List& sizes,
                          std::uint32_t* to) {
  const Word magnitude = std::numeric_limits<Word>::max() >> is_float;
  // This is the innermost dimension that has coordinates other than 0.
  std::size_t inner = sizes.size() - 1;
  while (inner > 0 && sizes[inner] == 1) --inner;
  const auto length = static_cast<std::uint32_t>(sizes[inner]);
  const std::size_t left_out = sizes.size() - Columns;
  InlineList<std::uint32_t, kMaxEntries> at(sizes.size(), 0);
  for (const Word *row = input.data(), *end = row + input.size(); row != end; row += length) {
    // Coordinates are written for zeros, too, and the next ones overwrite them. So there is no
    // branch on whether an element is zero, which a processor could only guess.
    for (std::uint32_t j = 0; j < length; ++j) {
      std::copy_n(at.begin() + left_out, Columns, to);
      if (inner >= left_out) to[inner - left_out] = j;
      to += row[j] & magnitude ? Columns : 0;
    }
    for (std::size_t i = inner; i-- > 0 && ++at[i] == sizes[i];) at[i] = 0;
  }
  return to;
}

/// Calls write_rows with the number of columns as a constant, so that a copy of a row is
/// instructions and not a call.
template <std::size_t Columns = 1, class Word>
std::uint32_t* write_all(std::span<const Word> input, bool is_float, const List& sizes,
                         std::size_t columns, std::uint32_t* to) {
  assert(Columns <= columns && columns <= sizes.size());
  if constexpr (Columns < kMaxDimensions)
    if (columns != Columns) return write_all<Columns + 1>(input, is_float, sizes, columns, to);
  return write_rows<Columns>(input, is_float, sizes, to);
}

}  // namespace

void nonzero_coordinates(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const Signature& signature = *problem.descriptor.signature;
  const TensorDesc& input = problem.tensor("InputTensor");
  const auto columns =
      static_cast<std::size_t>(problem.tensor("OutputCoordinatesTensor").sizes.back());
  PermittedTensor& coordinates = permitted.tensor(signature, "OutputCoordinatesTensor");
  const std::span<std::uint32_t> rows = view<std::uint32_t>(coordinates.bytes);
  std::uint32_t* end = rows.data();
  with_word(size_of(input.type), [&]<class Word>(Word) {
    end = write_all(view<Word>(problem.input("InputTensor")), is_float(input.type), input.sizes,
                    columns, end);
  });
  const auto written = static_cast<std::uint64_t>(end - rows.data());
  std::fill(end, rows.data() + rows.size(), 0);
  if (written < rows.size()) coordinates.any.push_back({written, rows.size()});
  view<std::uint32_t>(permitted.tensor(signature, "OutputCountTensor").bytes)[0] =
      static_cast<std::uint32_t>(written / columns);
}

}  // namespace assay::ops::oracles
