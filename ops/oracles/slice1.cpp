// output[c] = input[start + stride · c]. start is at the window's end if the stride is negative.
//
// So the input is walked with the window's strides times the input's strides. Offsets are taken
// modulo 2^64, so a negative stride needs no special treatment.
#include <Eigen/Core>
#include <algorithm>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {

void slice1(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const List &offsets = problem.list("InputWindowOffsets"),
             &window = problem.list("InputWindowSizes"),
             &strides = problem.list("InputWindowStrides");
  const List input_strides = packed_strides(problem.tensor("InputTensor").sizes);
  TensorDesc slice = problem.tensor("OutputTensor");
  slice.strided = true;
  slice.strides.resize(input_strides.size());
  std::int64_t start = 0;
  for (std::size_t i = 0; i < input_strides.size(); ++i) {
    start += (offsets[i] + (strides[i] < 0 ? window[i] - 1 : 0)) * input_strides[i];
    slice.strides[i] = strides[i] * input_strides[i];
  }
  with_word(size_of(slice.type), [&]<class Word>(Word) {
    using Words = Eigen::Array<Word, Eigen::Dynamic, 1>;
    const Word* from = view<Word>(problem.input("InputTensor")).data() + start;
    Word* to =
        view<Word>(permitted.tensor(*problem.descriptor.signature, "OutputTensor").bytes).data();
    for (Walk walk(slice); !walk.done(); walk.next(), to += walk.run()) {
      const auto run = static_cast<Eigen::Index>(walk.run());
      const auto step = static_cast<Eigen::Index>(walk.step());
      const Word* first = from + static_cast<std::ptrdiff_t>(walk.offset());
      if (step == 1)
        std::copy_n(first, run, to);
      else
        Eigen::Map<Words>(to, run) = Eigen::Map<const Words, 0, Eigen::InnerStride<>>(
            first, run, Eigen::InnerStride<>(step));
    }
  });
}

}  // namespace assay::ops::oracles
