// output[outer, i, inner] = input[outer, indices[i], inner]
//
// Dimensions that are padded or cropped have the size 1. So all elements of IndicesTensor, in their
// order, take the place of the axis. An index out of range reads something inside the input
// tensor's memory, so it permits any of the input's elements.
#include <algorithm>

#include "ops/axis_view.h"
#include "ops/index_view.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {
namespace {

template <class Word>
void collect_alternatives(std::span<const Word> input, std::vector<std::uint64_t>& alternatives) {
  alternatives.assign(input.begin(), input.end());
  std::sort(alternatives.begin(), alternatives.end());
  alternatives.erase(std::unique(alternatives.begin(), alternatives.end()), alternatives.end());
}

template <class Word, class Index>
void gather_words(std::span<const Word> input, std::span<const Index> indices, AxisView view,
                  PermittedTensor& output) {
  const auto length = static_cast<std::uint64_t>(view.length);
  const auto inner = static_cast<std::uint64_t>(view.inner);
  const Word* from = input.data();
  const std::span<Word> whole = ops::view<Word>(output.bytes);
  Word* to = whole.data();
  for (std::int64_t outer = 0; outer < view.outer; ++outer, from += length * inner)
    for (const Index index : indices) {
      const std::uint64_t at = wrapped(index, length);
      if (at < length) {
        if (inner == 1) {
          *to++ = from[at];
        } else {
          to = std::copy_n(from + at * inner, inner, to);
        }
        continue;
      }
      if (output.alternatives.empty()) collect_alternatives(input, output.alternatives);
      for (std::uint64_t i = 0; i < inner; ++i, *to++ = input[0])
        output.one_of.push_back(
            {static_cast<std::uint64_t>(to - whole.data()), 0, output.alternatives.size()});
    }
}

}  // namespace

void gather(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const AxisView around(input.sizes, static_cast<std::size_t>(problem.value("Axis")));
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  with_word(size_of(input.type), [&]<class Word>(Word) {
    const auto words = view<Word>(problem.input("InputTensor"));
    with_indices(problem.tensor("IndicesTensor").type, problem.input("IndicesTensor"),
                 [&](auto indices) { gather_words(words, indices, around, output); });
  });
}

}  // namespace assay::ops::oracles
