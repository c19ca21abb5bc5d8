// output = 0; output[start + stride · c] = input[c]. start is at the window's end if the stride is
// negative. No stride is 0, so no two elements of the input go to the same place.
#include <algorithm>

#include "ops/permitted.h"
#include "ops/window.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void slice_grad(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const List& strides = problem.list("InputWindowStrides");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputGradientTensor");
  const Window window(
      problem.tensor("OutputGradientTensor").sizes, problem.tensor("InputGradientTensor").sizes,
      window_start(problem.list("InputWindowOffsets"), problem.list("InputWindowSizes"), strides),
      strides);
  std::fill(output.bytes.begin(), output.bytes.end(), std::byte{0});
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const Word* from = view<Word>(problem.input("InputGradientTensor")).data();
    Word* to = view<Word>(output.bytes).data();
    window.each([&](std::uint64_t offset) { to[offset] = *from++; });
  });
}

}  // namespace assay::ops::oracles
