// These tests compare the oracle with the reference's formulas, coordinate by coordinate.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

const std::vector<std::string> kModes{"CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"};

struct Padded {
  List input, output, start, end;
};

Question padded(DataType type, const Padded& p, Bytes data, std::int64_t mode,
                std::uint64_t value) {
  Question q("padding1");
  q.input("InputTensor", type, p.input, std::move(data))
      .output("OutputTensor", type, p.output)
      .choice("PaddingMode", kModes, mode)
      .scalars("PaddingValueDataType", type, {{"PaddingValue", value}})
      .value("DimensionCount", static_cast<std::int64_t>(p.input.size()))
      .array("StartPadding", p.start)
      .array("EndPadding", p.end);
  return q;
}

/// Walks step by step from the input's edge, turning round as the mode says. It shares nothing with
/// the closed forms.
std::int64_t walked(std::int64_t mode, std::int64_t k, std::int64_t n) {
  std::int64_t at = k < 0 ? 0 : n - 1, step = k < 0 ? 1 : -1;
  for (std::int64_t left = k < 0 ? -k : k - (n - 1); left > 0; --left) {
    const bool turns = at + step < 0 || at + step >= n;
    const bool repeats_edge = mode == 3;
    if (repeats_edge && left == (k < 0 ? -k : k - (n - 1))) continue;
    if (turns) {
      step = -step;
      if (repeats_edge) continue;
    }
    at += step;
  }
  return at;
}

void follows_the_modes(std::mt19937_64& random) {
  const DataType type = pick(random, all_data_types());
  const std::int64_t mode = pick(random, 0, 3);
  Padded p;
  for (std::int64_t rank = pick(random, 1, 3); rank > 0; --rank) {
    p.input.push_back(pick(random, 2, 4));
    p.start.push_back(pick(random, 0, 9));
    p.end.push_back(pick(random, 0, 9));
    p.output.push_back(p.input.back() + p.start.back() + p.end.back());
  }
  const Bytes data = random_elements(random, type, *element_count(p.input));
  const std::uint64_t value = bits_at(type, random_elements(random, type, 1), 0);
  const PermittedTensor permitted = padded(type, p, data, mode, value).permitted();
  RC_ASSERT(permitted.any.empty() && permitted.one_of.empty());
  List at(p.input.size(), 0);
  std::uint64_t position_of_output = 0;
  do {
    List source = at;
    bool outside = false;
    for (std::size_t d = 0; d < at.size(); ++d) {
      const std::int64_t k = at[d] - p.start[d], n = p.input[d];
      const bool inside = 0 <= k && k < n;
      outside |= !inside;
      source[d] = inside ? k : mode == 0 ? 0 : mode == 1 ? k < 0 ? 0 : n - 1 : walked(mode, k, n);
    }
    const std::uint64_t expected =
        mode == 0 && outside ? value : bits_at(type, data, position(source, p.input));
    RC_ASSERT(bits_at(type, permitted.bytes, position_of_output++) == expected);
  } while (step(at, p.output));
}

TEST(Padding1, AgreesWithAWalkFromTheEdge) {
  EXPECT_TRUE(holds("each element is what a walk from the edge meets", follows_the_modes));
}

TEST(Padding1, PermitsAnythingWhereThePageIsSilent) {
  const auto any = [](std::int64_t mode, std::int64_t size) {
    const Padded p{{size}, {size + 3}, {1}, {2}};
    const PermittedTensor permitted =
        padded(DataType::UINT8, p, Bytes(static_cast<std::size_t>(size)), mode, 0).permitted();
    std::string text;
    for (std::uint64_t i = 0; i < permitted.size(); ++i)
      text += permits_anything(permitted, i) ? '?' : '=';
    return text;
  };
  EXPECT_EQ(any(2, 1), "?=??");
  EXPECT_EQ(any(4, 2), "?==??");
  EXPECT_EQ(any(3, 1), "====");
  EXPECT_EQ(any(2, 2), "=====");
}

}  // namespace
}  // namespace assay::ops
