// FILL IN: the operator in one formula. As written here: output[c] = input[c].
#include <algorithm>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void @NAME@(const Problem& problem, const FloatModel&, Permitted& permitted) {
  with_word(size_of(problem.tensor("InputTensor").type), [&]<class Word>(Word) {
    const auto from = view<Word>(problem.input("InputTensor"));
    const auto to =
        view<Word>(permitted.tensor(*problem.descriptor.signature, "OutputTensor").bytes);
    // FILL IN: what each element of the output may be.
    std::copy(from.begin(), from.end(), to.begin());
  });
}

}  // namespace assay::ops::oracles
