// output[outer, i, inner] = input[outer, indices[outer, i, inner], inner]
#include "ops/named_elements.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void gather_elements(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const auto from = view<Word>(problem.input("InputTensor"));
    const auto to = view<Word>(output.bytes);
    each_named_element(problem,
                       [&](std::uint64_t i, std::uint64_t element) { to[i] = from[element]; });
  });
}

}  // namespace assay::ops::oracles
