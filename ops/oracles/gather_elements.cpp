// output[outer, i, inner] = input[outer, indices[outer, i, inner], inner]
#include "ops/axis_view.h"
#include "ops/index_view.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void gather_elements(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const auto axis = static_cast<std::size_t>(problem.value("Axis"));
  const TensorDesc& indices = problem.tensor("IndicesTensor");
  const AxisView around(problem.tensor("InputTensor").sizes, axis);
  const auto length = static_cast<std::uint64_t>(around.length),
             inner = static_cast<std::uint64_t>(around.inner),
             picked = static_cast<std::uint64_t>(indices.sizes[axis]) * inner;
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const auto from = view<Word>(problem.input("InputTensor"));
    const auto to = view<Word>(output.bytes);
    with_indices(indices.type, problem.input("IndicesTensor"), [&](auto at) {
      for (std::uint64_t i = 0; i < to.size(); ++i) {
        const std::uint64_t row = i / picked * length + wrapped(at[i], length);
        to[i] = from[row * inner + i % inner];
      }
    });
  });
}

}  // namespace assay::ops::oracles
