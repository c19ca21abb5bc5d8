// A reference for slice and slice_grad that looks at one coordinate after another.
#include <gtest/gtest.h>

#include <map>

#include "ops/oracles/indexed.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

TEST(Slice, AgreesWithAReference) {
  EXPECT_TRUE(holds("element c comes from offset + stride * c", [](std::mt19937_64& random) {
    const List whole = pick_sizes(random, pick(random, 1, 5), 5);
    List offsets, sizes, strides;
    for (std::int64_t n : whole) {
      offsets.push_back(pick(random, 0, n - 1));
      strides.push_back(random() % 8 ? pick(random, 1, 3) : UINT32_MAX);
      sizes.push_back(pick(random, 1, 1 + (n - 1 - offsets.back()) / strides.back()));
    }
    const DataType type = pick(random, all_data_types());
    Question q("slice");
    q.input("InputTensor", type, whole, random_elements(random, type, *element_count(whole)))
        .output("OutputTensor", type, sizes)
        .value("DimensionCount", static_cast<std::int64_t>(whole.size()))
        .array("Offsets", offsets)
        .array("Sizes", sizes)
        .array("Strides", strides);
    const PermittedTensor answer = q.permitted();
    List at(whole.size(), 0);
    do {
      List from = at;
      for (std::size_t i = 0; i < at.size(); ++i) from[i] = offsets[i] + strides[i] * at[i];
      RC_ASSERT(bits_at(type, answer.bytes, position(at, sizes)) ==
                bits_at(type, q.problem().input("InputTensor"), position(from, whole)));
    } while (step(at, sizes));
  }));
}

TEST(SliceGrad, AgreesWithAReference) {
  EXPECT_TRUE(
      holds("element c goes to start + stride * c, and the rest is 0", [](std::mt19937_64& random) {
        const List whole = pick_sizes(random, pick(random, 1, 5), 5);
        List offsets, window, strides, sizes;
        for (std::int64_t n : whole) {
          offsets.push_back(pick(random, 0, n - 1));
          window.push_back(pick(random, 1, n - offsets.back()));
          const std::int64_t stride = random() % 8 ? pick(random, 1, 3) : -std::int64_t{INT32_MIN};
          strides.push_back(
              random() % 2 && stride != 1 ? -stride : std::min<std::int64_t>(stride, INT32_MAX));
          sizes.push_back(pick(random, 1, 1 + (window.back() - 1) / std::abs(strides.back())));
        }
        const DataType type = pick(random, all_data_types());
        Question q("slice_grad");
        q.input("InputGradientTensor", type, sizes,
                random_elements(random, type, *element_count(sizes)))
            .output("OutputGradientTensor", type, whole)
            .value("DimensionCount", static_cast<std::int64_t>(whole.size()))
            .array("InputWindowOffsets", offsets)
            .array("InputWindowSizes", window)
            .array("InputWindowStrides", strides, Kind::Ints);
        std::map<std::uint64_t, std::uint64_t> put;
        List at(whole.size(), 0);
        do {
          List to = at;
          for (std::size_t i = 0; i < at.size(); ++i)
            to[i] = offsets[i] + (strides[i] < 0 ? window[i] - 1 : 0) + strides[i] * at[i];
          put[position(to, whole)] =
              bits_at(type, q.problem().input("InputGradientTensor"), position(at, sizes));
        } while (step(at, sizes));
        const PermittedTensor answer = q.permitted();
        for (std::uint64_t i = 0; i < answer.size(); ++i)
          RC_ASSERT(bits_at(type, answer.bytes, i) == (put.contains(i) ? put[i] : 0));
      }));
}

}  // namespace
}  // namespace assay::ops
