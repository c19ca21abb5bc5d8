// Each dimension has a table by the output's coordinates: which coordinate of the input stands
// there. The output is walked with one table a dimension.
#include "ops/padding_source.h"

#include "ops/words.h"

namespace assay::ops {
namespace {

constexpr std::int64_t kValue = -1, kAnything = -2;

std::int64_t modulo(std::int64_t k, std::int64_t n) { return (k % n + n) % n; }

/// The input's coordinate that stands k steps from its beginning, where n is its size.
std::int64_t source_of(const Problem& problem, std::int64_t k, std::int64_t n) {
  if (0 <= k && k < n) return k;
  if (problem.is("PaddingMode", "CONSTANT")) return kValue;
  if (problem.is("PaddingMode", "EDGE")) return k < 0 ? 0 : n - 1;
  if (problem.is("PaddingMode", "SYMMETRIC")) {
    const std::int64_t at = modulo(k, 2 * n);
    return at < n ? at : 2 * n - 1 - at;
  }
  if (problem.is("PaddingMode", "REFLECTION") && n > 1) {
    const std::int64_t period = 2 * (n - 1), at = modulo(k, period);
    return at < n ? at : period - at;
  }
  return kAnything;
}

/// Calls take(source) for each element of the output, in row-major order.
template <class Take>
void walk_sources(const std::vector<std::vector<std::int64_t>>& tables, const List& strides,
                  std::size_t d, std::int64_t from, const Take& take) {
  for (const std::int64_t source : tables[d]) {
    // All dimensions have one mode, so no place is both a value and anything.
    const std::int64_t at = from < 0 ? from : source < 0 ? source : from + source * strides[d];
    if (d + 1 < tables.size())
      walk_sources(tables, strides, d + 1, at, take);
    else
      take(at);
  }
}

}  // namespace

std::vector<std::uint64_t> permit_padded(const Problem& problem, PermittedTensor& permitted) {
  const TensorDesc &input = problem.tensor("InputTensor"), &output = problem.tensor("OutputTensor");
  const List& start = problem.list("StartPadding");
  std::vector<std::vector<std::int64_t>> tables(input.sizes.size());
  for (std::size_t d = 0; d < tables.size(); ++d)
    for (std::int64_t c = 0; c < output.sizes[d]; ++c)
      tables[d].push_back(source_of(problem, c - start[d], input.sizes[d]));
  std::vector<std::uint64_t> padded;
  with_word(size_of(input.type), [&]<class Word>(Word) {
    const auto from = view<Word>(problem.input("InputTensor"));
    const auto to = view<Word>(permitted.bytes);
    std::uint64_t position = 0;
    walk_sources(tables, packed_strides(input.sizes), 0, 0, [&](std::int64_t source) {
      if (source >= 0) to[position] = from[static_cast<std::size_t>(source)];
      if (source == kValue) padded.push_back(position);
      if (source == kAnything) permit_anything(permitted, position);
      ++position;
    });
  });
  return padded;
}

}  // namespace assay::ops
