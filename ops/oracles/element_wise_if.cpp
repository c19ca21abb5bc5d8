// output = condition != 0 ? a : b
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void element_wise_if(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const auto conditions = view<std::uint8_t>(problem.input("ConditionTensor"));
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const auto a = view<Word>(problem.input("ATensor")), b = view<Word>(problem.input("BTensor"));
    const auto to = view<Word>(output.bytes);
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = conditions[i] ? a[i] : b[i];
  });
}

}  // namespace assay::ops::oracles
