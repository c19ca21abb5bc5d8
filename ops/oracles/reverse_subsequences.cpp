// output[outer, i, inner] = input[outer, i < length ? length - 1 - i : i, inner], where length is
// the sequence's own, and at most the dimension's.
#include <algorithm>

#include "ops/axis_view.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void reverse_subsequences(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const AxisView view(input.sizes, static_cast<std::size_t>(problem.value("Axis")));
  const DataType length_type = problem.tensor("SequenceLengthsTensor").type;
  const Bytes& lengths = problem.input("SequenceLengthsTensor");
  with_word(size_of(input.type), [&]<class Word>(Word) {
    const auto from = ops::view<Word>(problem.input("InputTensor"));
    const auto to =
        ops::view<Word>(permitted.tensor(*problem.descriptor.signature, "OutputTensor").bytes);
    for (std::int64_t sequence = 0; sequence < view.outer * view.inner; ++sequence) {
      const std::int64_t length = std::min(
          integer_at(length_type, lengths, static_cast<std::uint64_t>(sequence)), view.length);
      const std::int64_t first =
          sequence / view.inner * view.length * view.inner + sequence % view.inner;
      for (std::int64_t i = 0; i < view.length; ++i) {
        const std::int64_t source = i < length ? length - 1 - i : i;
        to[static_cast<std::size_t>(first + i * view.inner)] =
            from[static_cast<std::size_t>(first + source * view.inner)];
      }
    }
  });
}

}  // namespace assay::ops::oracles
