// output[batch, channel · elements of the window + w, place] = image[batch, channel, place and w],
// or 0 in the padding
#include "ops/patches.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void unfold(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  std::fill(output.bytes.begin(), output.bytes.end(), std::byte{0});
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const auto from = view<Word>(problem.input("InputTensor"));
    const auto to = view<Word>(output.bytes);
    each_pair(problem, "InputTensor", "OutputTensor",
              [&](std::uint64_t image, std::uint64_t patch) { to[patch] = from[image]; });
  });
}

}  // namespace assay::ops::oracles
