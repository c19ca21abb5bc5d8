// The oracle must permit the sums of every order of summation that a driver might choose, in the
// terms' own precision and in wider ones.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/cumulative_question.h"

namespace assay::ops {
namespace {

template <class T>
T flushed(T x, bool flush) {
  return flush && std::abs(static_cast<float>(x)) < std::numeric_limits<float>::min() ? T(0) : x;
}

/// The sum by a random binary tree over the terms in random order. Every node is rounded to T.
template <class T>
T tree_sum(std::mt19937_64& random, std::vector<T> terms, bool flush) {
  for (T& t : terms) t = flushed(t, flush);
  std::shuffle(terms.begin(), terms.end(), random);
  while (terms.size() > 1) {
    const auto i = random() % (terms.size() - 1);
    terms[i] = flushed<T>(terms[i] + terms[i + 1], flush);
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return terms.empty() ? T(0) : terms[0];
}

template <class T>
T serial_sum(const std::vector<T>& terms, bool flush) {
  T sum(0);
  for (T t : terms) sum = flushed<T>(sum + flushed(t, flush), flush);
  return sum;
}

/// The sum by a random tree in which no term goes through more than `depth` additions.
float sum_of_depth(std::mt19937_64& random, std::span<const float> terms, int depth, bool flush) {
  if (terms.empty()) return 0;
  if (terms.size() == 1) return flushed(terms[0], flush);
  const std::size_t room = std::size_t{1} << (depth - 1), count = terms.size();
  const std::size_t least = count > room ? count - room : 1, most = std::min(room, count - 1);
  const std::size_t first = least + random() % (most - least + 1);
  const float left = sum_of_depth(random, terms.first(first), depth - 1, flush);
  return flushed(left + sum_of_depth(random, terms.subspan(first), depth - 1, flush), flush);
}

/// The sum of the sums of blocks, as a work-group scan computes it.
template <class T>
T blocked_sum(const std::vector<T>& terms, std::size_t block, bool flush) {
  std::vector<T> sums;
  for (std::size_t i = 0; i < terms.size(); i += block) {
    const auto first = terms.begin() + static_cast<std::ptrdiff_t>(i);
    sums.push_back(serial_sum(std::vector<T>(first, first + static_cast<std::ptrdiff_t>(
                                                                std::min(block, terms.size() - i))),
                              flush));
  }
  return serial_sum(sums, flush);
}

/// Sums that a device with accumulators of type Wide may compute.
template <class Wide>
std::vector<float> sums(std::mt19937_64& random, const std::vector<float>& terms, bool flush) {
  const std::vector<Wide> wide(terms.begin(), terms.end());
  return {static_cast<float>(serial_sum(wide, flush)),
          static_cast<float>(blocked_sum(wide, 4, flush)),
          static_cast<float>(tree_sum(random, wide, flush)),
          static_cast<float>(tree_sum(random, wide, flush))};
}

enum class Values { Reals, Signed, Integers, Huge, Tiny, TinySteps, Mixed };

float draw(std::mt19937_64& random, DataType type, Values values) {
  const auto real = [&](double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<>(low, high)(random));
  };
  const bool wide = type == DataType::FLOAT32;
  const float x = [&]() -> float {
    switch (values) {
      case Values::Reals:
        return real(0, 1);
      case Values::Signed:
        return real(-100, 100);
      case Values::Integers:
        return static_cast<float>(pick(random, -300, 300)) * (wide ? 1024.f : 1.f);
      case Values::Huge:
        if (random() % 3 == 0)
          return (random() & 1 ? 1 : -1) * (wide ? std::numeric_limits<float>::max() : 65504.f);
        return real(-1, 1) * (wide ? 0x1.8p127f : 60000.f);
      case Values::Tiny:
        return real(-1, 1) * (wide ? 0x1p-124f : 0x1p-13f);
      case Values::TinySteps:
        return static_cast<float>(pick(random, -9, 9)) * (wide ? 0x1p-128f : 0x1p-24f);
      case Values::Mixed:
        break;
    }
    if (random() % 40 == 0) return random() % 3 ? (random() % 2 ? kInf : -kInf) : kNan;
    return std::ldexp(real(-1, 1), static_cast<int>(pick(random, wide ? -140 : -20, 14)));
  }();
  return wide ? x : static_cast<float>(static_cast<half>(x));
}

/// The terms of the sum at a position, which is given by its coordinates.
std::vector<float> terms_at(const Problem& problem, const List& at) {
  const TensorDesc& tensor = problem.tensor("InputTensor");
  const auto axis = static_cast<std::size_t>(problem.value("Axis"));
  const bool decreasing = problem.value("AxisDirection") == 1;
  std::vector<float> terms;
  for (std::int64_t j = 0; j < tensor.sizes[axis]; ++j) {
    const bool before = decreasing ? j > at[axis] : j < at[axis];
    if (!before && (j != at[axis] || problem.value("HasExclusiveSum"))) continue;
    List from = at;
    from[axis] = j;
    terms.push_back(static_cast<float>(
        float_at(tensor.type, problem.input("InputTensor"), position(from, tensor.sizes))));
  }
  return terms;
}

Question draw_question(std::mt19937_64& random, DataType type, Values values) {
  List sizes;
  const auto rank = static_cast<std::size_t>(pick(random, 1, 4));
  while (sizes.size() < rank) sizes.push_back(pick(random, 1, 3));
  auto axis = static_cast<std::size_t>(pick(random, 0, static_cast<int>(rank) - 1));
  sizes[axis] = pick(random, 1, random() % 4 ? 12 : 150);
  if (random() % 8 == 0) {
    // This has more sums side by side than are bounded at once.
    sizes = {pick(random, 1, 5), 150};
    axis = 0;
  }
  const std::uint64_t count = *element_count(sizes);
  Bytes data(count * size_of(type));
  for (std::uint64_t i = 0; i < count; ++i) {
    const float x = draw(random, type, values);
    set_bits(type, data, i,
             type == DataType::FLOAT32
                 ? std::bit_cast<std::uint32_t>(x)
                 : Eigen::numext::bit_cast<std::uint16_t>(static_cast<half>(x)));
  }
  return cumulative(type, sizes, std::move(data), static_cast<std::int64_t>(axis), random() & 1,
                    random() & 1);
}

void every_order_is_permitted(std::mt19937_64& random, DataType type, bool flush,
                              Profile profile = Profile::Own, bool to_a_depth = false) {
  const Question question = draw_question(random, type, static_cast<Values>(pick(random, 0, 6)));
  constexpr int kDepth = 8;
  const PermittedTensor permitted =
      question.permitted({flush, profile, to_a_depth ? kDepth : SumModel::kAnyOrder});
  const List& sizes = question.problem().tensor("InputTensor").sizes;
  List at(sizes.size(), 0);
  do {
    const std::vector<float> terms = terms_at(question.problem(), at);
    std::vector<float> answers;
    if (to_a_depth)
      answers = {sum_of_depth(random, terms, kDepth, flush)};
    else
      answers = sums<float>(random, terms, flush);
    if (!flush && !to_a_depth)
      for (float s : sums<double>(random, terms, false)) answers.push_back(s);
    if (profile == Profile::Free)
      for (float s : sums<half>(random, terms, false)) answers.push_back(s);
    for (float s : answers) {
      if (permits_value(permitted, position(at, sizes), s)) continue;
      std::ostringstream what;
      what << s << " of " << terms.size() << " terms:";
      for (float t : terms) what << ' ' << t;
      RC_FAIL(what.str());
    }
  } while (step(at, sizes));
}

TEST(SummationOrder, IsFreeWithinADepth) {
  for (const DataType type : {DataType::FLOAT32, DataType::FLOAT16})
    EXPECT_TRUE(holds("sums of a depth are permitted", [type](std::mt19937_64& random) {
      const bool flush = type == DataType::FLOAT32 && random() & 1;
      every_order_is_permitted(random, type, flush, Profile::Own, true);
    }));
}

TEST(SummationOrder, IsFree) {
  EXPECT_TRUE(holds("FLOAT32 sums of any order are permitted", [](std::mt19937_64& random) {
    every_order_is_permitted(random, DataType::FLOAT32, false);
  }));
  EXPECT_TRUE(
      holds("FLOAT16 sums of any order and precision are permitted where nothing is known of them",
            [](std::mt19937_64& random) {
              every_order_is_permitted(random, DataType::FLOAT16, false, Profile::Free);
            }));
  EXPECT_TRUE(holds(
      "FLOAT16 sums of our kernels may be taken in FLOAT32, in any order",
      [](std::mt19937_64& random) { every_order_is_permitted(random, DataType::FLOAT16, false); }));
  EXPECT_TRUE(holds(
      "sums with denormals flushed are permitted where the device may flush",
      [](std::mt19937_64& random) { every_order_is_permitted(random, DataType::FLOAT32, true); }));
}

}  // namespace
}  // namespace assay::ops
