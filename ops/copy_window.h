#pragma once

#include "ops/permitted.h"
#include "ops/window.h"
#include "ops/words.h"

namespace assay::ops {

/// Permits the elements of InputTensor that the window names, one after another.
inline void copy_window(const Problem& problem, const Window& window, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const Word* from = view<Word>(problem.input("InputTensor")).data();
    Word* to = view<Word>(output.bytes).data();
    window.each([&](std::uint64_t offset) { *to++ = from[offset]; });
  });
}

}  // namespace assay::ops
