#pragma once

#include <algorithm>

#include "ops/index_tuples.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops {

/// Permits the rows of InputTensor that the tuples of IndicesTensor name, one after another.
/// Coordinates must lie inside; the first `batches` dimensions that count are batches.
inline void gather_rows(const Problem& problem, std::size_t batches, Permitted& permitted) {
  const IndexTuples tuples(problem, batches);
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const Word* from = view<Word>(problem.input("InputTensor")).data();
    Word* to = view<Word>(output.bytes).data();
    tuples.each([&](std::uint64_t tuple, std::uint64_t row) {
      std::copy_n(from + row * tuples.length, tuples.length, to + tuple * tuples.length);
    });
  });
}

}  // namespace assay::ops
