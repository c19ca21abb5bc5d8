// output[c] = ~input[c], bit by bit for every data type.
#include <algorithm>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void invented_complement(const Problem& problem, const FloatModel&, Permitted& permitted) {
  with_word(size_of(problem.tensor("InputTensor").type), [&]<class Word>(Word) {
    const auto from = view<Word>(problem.input("InputTensor"));
    const auto to =
        view<Word>(permitted.tensor(*problem.descriptor.signature, "OutputTensor").bytes);
    std::transform(from.begin(), from.end(), to.begin(),
                   [](Word word) { return static_cast<Word>(~word); });
  });
}

}  // namespace assay::ops::oracles
