// output[c] = On where c[Axis] is the index of c's sequence, Off elsewhere
//
// Off is the first element of ValuesTensor, On the second in row-major order: the last dimension
// whose size is not 1 is the one that moves first.
#include <algorithm>

#include "ops/axis_view.h"
#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void one_hot(const Problem& problem, const FloatModel&, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const AxisView axis(problem.tensor("OutputTensor").sizes,
                      static_cast<std::size_t>(problem.value("Axis")));
  const DataType index_type = problem.tensor("IndicesTensor").type;
  const Bytes& indices = problem.input("IndicesTensor");
  with_word(size_of(out.type), [&]<class Word>(Word) {
    const auto values = view<Word>(problem.input("ValuesTensor"));
    const auto to = view<Word>(out.bytes);
    std::fill(to.begin(), to.end(), values[0]);
    for (std::int64_t outer = 0; outer < axis.outer; ++outer)
      for (std::int64_t inner = 0; inner < axis.inner; ++inner) {
        std::int64_t index =
            integer_at(index_type, indices, static_cast<std::uint64_t>(outer * axis.inner + inner));
        if (index < 0 && index >= -axis.length) index += axis.length;
        if (index < 0 || index >= axis.length) continue;
        to[static_cast<std::size_t>((outer * axis.length + index) * axis.inner + inner)] =
            values[1];
      }
  });
}

}  // namespace assay::ops::oracles
