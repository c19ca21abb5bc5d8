// These tests compare the oracles of fold and unfold with a walk over all coordinates.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

struct Patching {
  List image, patches, window, strides, dilations, start, end, places;

  Question question(const std::string& name, DataType type, Bytes data) const {
    Question q(name);
    q.input("InputTensor", type, name == "fold" ? patches : image, std::move(data))
        .output("OutputTensor", type, name == "fold" ? image : patches)
        .value("DimensionCount", static_cast<std::int64_t>(window.size()))
        .array("WindowSizes", window)
        .array("Strides", strides)
        .array("Dilations", dilations)
        .array("StartPadding", start)
        .array("EndPadding", end);
    return q;
  }

  /// Calls f(position in the patches, position in the image) for all coordinates of patches; the
  /// second is nothing in the padding.
  template <class F>
  void each(const F& f) const {
    List at(3, 0);
    do {
      List pixel(image.size(), 0);
      pixel[0] = at[0];
      std::int64_t row = at[1], column = at[2];
      bool inside = true;
      for (std::size_t d = window.size(); d-- > 0;) {
        pixel[d + 2] = column % places[d] * strides[d] + row % window[d] * dilations[d] - start[d];
        inside &= pixel[d + 2] >= 0 && pixel[d + 2] < image[d + 2];
        row /= window[d];
        column /= places[d];
      }
      pixel[1] = row;
      std::optional<std::uint64_t> place;
      if (inside) place = position(pixel, image);
      f(position(at, patches), place);
    } while (step(at, patches));
  }
};

Patching some_patching(std::mt19937_64& random) {
  Patching p;
  p.image = {pick(random, 1, 2), pick(random, 1, 2)};
  p.patches = {p.image[0], p.image[1], 1};
  for (std::int64_t d = pick(random, 1, 3); d > 0; --d) {
    const std::int64_t size = pick(random, 1, 4), dilation = pick(random, 1, 3),
                       stride = pick(random, 1, 3), start = pick(random, 0, 2),
                       end = pick(random, 0, 2), padded = size + start + end;
    const std::int64_t window = pick(random, 1, (padded - 1) / dilation + 1);
    p.image.push_back(size);
    p.window.push_back(window);
    p.strides.push_back(stride);
    p.dilations.push_back(dilation);
    p.start.push_back(start);
    p.end.push_back(end);
    p.places.push_back((padded - 1 - (window - 1) * dilation) / stride + 1);
    p.patches[1] *= window;
    p.patches[2] *= p.places.back();
  }
  return p;
}

void unfold_copies_what_the_window_sees(std::mt19937_64& random) {
  const Patching p = some_patching(random);
  const Bytes data = random_elements(random, DataType::FLOAT16, *element_count(p.image));
  const PermittedTensor answer = p.question("unfold", DataType::FLOAT16, data).permitted();
  p.each([&](std::uint64_t patch, std::optional<std::uint64_t> pixel) {
    const std::uint64_t want = pixel ? bits_at(DataType::FLOAT16, data, *pixel) : 0;
    RC_ASSERT(bits_at(DataType::FLOAT16, answer.bytes, patch) == want);
  });
}

void fold_adds_up_what_meets(std::mt19937_64& random) {
  const Patching p = some_patching(random);
  Bytes data(*element_count(p.patches) * sizeof(float));
  for (float& x : view<float>(data)) x = static_cast<float>(pick(random, -9, 9));
  const PermittedTensor answer = p.question("fold", DataType::FLOAT32, data).permitted();
  std::vector<float> sums(*element_count(p.image), 0.f);
  p.each([&](std::uint64_t patch, std::optional<std::uint64_t> pixel) {
    if (pixel) sums[*pixel] += view<float>(data)[patch];
  });
  // Small integers are added exactly, so nothing else is permitted.
  RC_ASSERT(!first_unpermitted(answer, packed(sums)));
  for (float& sum : sums) sum += 0.5f;
  RC_ASSERT(first_unpermitted(answer, packed(sums)) == std::optional<std::uint64_t>(0));
}

TEST(Fold, AddsUpHalvesInHalfOnlyWhereItIsFree) {
  // One pixel, on which each of seven places of the window stands once.
  Patching p;
  p.image = {1, 1, 1};
  p.patches = {1, 7, 7};
  p.window = {7};
  p.strides = p.dilations = {1};
  p.start = p.end = {6};
  std::vector<_Float16> patches(49, 0);
  for (std::size_t i = 0; i < 7; ++i) patches[i * 7 + 6 - i] = static_cast<_Float16>(i ? 1 : 2048);
  const auto permits_sum = [&](Profile profile, float x) {
    return permits(
        p.question("fold", DataType::FLOAT16, packed(patches)).permitted({.profile = profile}), 0,
        std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)));
  };
  EXPECT_TRUE(permits_sum(Profile::Own, 2054));
  EXPECT_FALSE(permits_sum(Profile::Own, 2048));
  EXPECT_TRUE(permits_sum(Profile::Free, 2054));
  EXPECT_TRUE(permits_sum(Profile::Free, 2048));
}

TEST(Unfold, CopiesWhatTheWindowSees) {
  EXPECT_TRUE(holds("unfold copies what the window sees", unfold_copies_what_the_window_sees));
}

TEST(Fold, AddsUpWhatMeets) {
  EXPECT_TRUE(holds("fold adds up what meets", fold_adds_up_what_meets));
}

}  // namespace
}  // namespace assay::ops
