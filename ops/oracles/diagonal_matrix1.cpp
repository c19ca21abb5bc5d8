// Value stands on the diagonals from DiagonalFillBegin up to DiagonalFillEnd or, if these are the
// other way round, on all diagonals outside. Elsewhere stands the input, or zero if there is none.
#include <algorithm>

#include "ops/diagonals.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void diagonal_matrix1(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const std::int64_t begin = problem.value("DiagonalFillBegin"),
                     end = problem.value("DiagonalFillEnd");
  if (problem.present("InputTensor"))
    out.bytes = problem.input("InputTensor");
  else
    std::fill(out.bytes.begin(), out.bytes.end(), std::byte{0});
  with_word(size_of(out.type), [&]<class Word>(Word) {
    const auto to = view<Word>(out.bytes);
    const Word value = static_cast<Word>(problem.bits("Value"));
    each_on_diagonals(problem.tensor("OutputTensor").sizes,
                      [&](std::uint64_t position, std::int64_t diagonal) {
                        const bool is_filled = begin <= end ? begin <= diagonal && diagonal < end
                                                            : diagonal < end || begin <= diagonal;
                        if (is_filled) to[position] = value;
                      });
  });
}

}  // namespace assay::ops::oracles
