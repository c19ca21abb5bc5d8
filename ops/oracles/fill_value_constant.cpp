// output[c] = Value, bit for bit.
#include <algorithm>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void fill_value_constant(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  with_word(size_of(out.type), [&]<class Word>(Word) {
    const auto to = view<Word>(out.bytes);
    std::fill(to.begin(), to.end(), static_cast<Word>(problem.bits("Value")));
  });
}

}  // namespace assay::ops::oracles
