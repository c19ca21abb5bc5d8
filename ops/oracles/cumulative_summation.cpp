// output[i] = Σ input[j] over the elements visited before i, and over i itself unless exclusive
//
// The tensor is seen as [outer, axis, inner]. Each row along the axis depends on the row visited
// before it. Integers wrap. If all sums of floats are exact, they are computed like those of
// integers and judged by their bits. The sums are bounded only if something may be rounded, or is
// infinite or NaN. FLOAT16 is added up in FLOAT32, and each sum is rounded as it is stored; where
// the arithmetic is free, or that of halves, the accumulator may be a FLOAT16.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "ops/axis_view.h"
#include "ops/permitted.h"
#include "ops/sum_bounds.h"
#include "ops/words.h"

namespace assay::ops::oracles {
namespace {

using Index = Eigen::Index;

/// The order in which rows along the axis are visited.
struct Visit {
  Index length;
  bool decreasing, exclusive;
  Index row(Index i) const { return decreasing ? length - 1 - i : i; }
};

/// One [axis, inner] slab. A single column has a type of its own, because otherwise Eigen would run
/// a loop for each row.
template <class T, int Inner>
using Slab = Eigen::Array<T, Eigen::Dynamic, Inner, Inner == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

template <class T, int Inner>
void scan(const T* input, const AxisView& view, const Visit& visit, T* output) {
  const Index elements = view.length * view.inner;
  for (std::int64_t o = 0; o < view.outer; ++o, input += elements, output += elements) {
    const Eigen::Map<const Slab<T, Inner>> in(input, view.length, view.inner);
    Eigen::Map<Slab<T, Inner>> out(output, view.length, view.inner);
    for (Index i = 0; i < view.length; ++i) {
      const Index row = visit.row(i);
      if (i == 0) {
        if (visit.exclusive)
          out.row(row).setZero();
        else
          out.row(row) = in.row(row);
      } else {
        const Index before = visit.row(i - 1);
        out.row(row) = out.row(before) + in.row(visit.exclusive ? before : row);
      }
    }
  }
}

/// The same of FLOAT16, whose sums are rounded as they are stored.
void scan_halves(const Eigen::half* input, const AxisView& view, const Visit& visit,
                 Eigen::half* output) {
  std::vector<float> sums(static_cast<std::size_t>(view.inner));
  for (std::int64_t o = 0; o < view.outer; ++o) {
    std::ranges::fill(sums, 0.f);
    for (Index i = 0; i < view.length; ++i) {
      const Index row = (o * view.length + visit.row(i)) * view.inner;
      for (Index j = 0; j < view.inner; ++j) {
        float& sum = sums[static_cast<std::size_t>(j)];
        const float next = sum + static_cast<float>(input[row + j]);
        output[row + j] = static_cast<Eigen::half>(visit.exclusive ? sum : next);
        sum = next;
      }
    }
  }
}

/// Whether no sum can be rounded in this format, in any order. Then all terms of a slab are
/// multiples of one power of two, and the sum of magnitudes along the axis is at most 2^precision
/// times that power. (Each row's largest magnitude stands for the whole row, so some exact slabs
/// are not recognized. The largest magnitude may ignore a NaN, but the check of the terms does
/// not.)
template <class T, int Inner>
bool all_exact(const T* input, const AxisView& view, const FloatFormat& format, bool flush) {
  const Index elements = view.length * view.inner;
  for (std::int64_t o = 0; o < view.outer; ++o, input += elements) {
    const Eigen::Map<const Slab<T, Inner>> in(input, view.length, view.inner);
    const double sum =
        in.abs().rowwise().maxCoeff().template cast<float>().template cast<double>().sum();
    if (!(sum <= format.largest)) return false;
    int exponent;
    std::frexp(sum, &exponent);
    const double unit =
        std::max(std::ldexp(1, exponent - format.precision), flush ? format.smallest_normal : 0);
    const double shift = 0x1.8p52 * unit;
    const auto terms = in.template cast<float>().template cast<double>();
    if (!(((terms + shift) - shift - terms).abs().sum() == 0)) return false;
  }
  return true;
}

constexpr std::size_t kLanes = SumBounds::kMaxLanes;
using Lanes = std::array<double, kLanes>;

/// Bounds the sums of a row. Each element has a lane.
template <class T>
void bound_row(const T* input, const Visit& visit, const Summation& summation, std::int32_t* low,
               std::int32_t* high, std::uint8_t* also) {
  SumBounds bounds(summation, 1);
  const auto length = static_cast<std::size_t>(visit.length);
  Lanes terms;
  std::array<std::int32_t, kLanes> lows, highs;
  std::array<std::uint8_t, kLanes> alsos;
  for (std::size_t from = 0; from < length; from += kLanes) {
    const std::size_t count = std::min(kLanes, length - from);
    std::size_t j = 0;
    if (visit.exclusive && from == 0) terms[j++] = 0;
    for (; j < count; ++j)
      terms[j] =
          static_cast<float>(input[visit.row(static_cast<Index>(from + j - visit.exclusive))]);
    bounds.run({terms.data(), count});
    if (!visit.decreasing) {
      bounds.write(low + from, high + from, also + from);
      continue;
    }
    bounds.write(lows.data(), highs.data(), alsos.data());
    const std::size_t to = length - from - count;
    std::reverse_copy(lows.begin(), lows.begin() + count, low + to);
    std::reverse_copy(highs.begin(), highs.begin() + count, high + to);
    std::reverse_copy(alsos.begin(), alsos.begin() + count, also + to);
  }
}

/// Bounds the sums of up to kLanes neighbouring columns. Each column has a lane.
template <class T>
void bound_columns(const T* input, std::int64_t inner, const Visit& visit, SumBounds bounds,
                   std::size_t lanes, std::int32_t* low, std::int32_t* high, std::uint8_t* also) {
  Lanes terms;
  for (Index i = 0; i < visit.length; ++i) {
    const Index at = visit.row(i) * inner;
    for (std::size_t j = 0; j < lanes; ++j)
      terms[j] = static_cast<float>(input[at + static_cast<Index>(j)]);
    if (!visit.exclusive) bounds.add({terms.data(), lanes});
    bounds.write(low + at, high + at, also + at);
    if (visit.exclusive) bounds.add({terms.data(), lanes});
  }
}

template <class T>
void bound_sums(const T* input, const AxisView& view, const Visit& visit,
                const Summation& summation, PermittedTensor& output) {
  const std::uint64_t size = output.size();
  output.low.resize(size);
  output.high.resize(size);
  output.also.resize(size);
  std::int32_t* const low = output.low.data();
  std::int32_t* const high = output.high.data();
  std::uint8_t* const also = output.also.data();
  for (std::int64_t o = 0; o < view.outer; ++o) {
    const Index slab = o * view.length * view.inner;
    if (view.inner == 1) {
      bound_row(input + slab, visit, summation, low + slab, high + slab, also + slab);
      continue;
    }
    for (Index at = slab; at < slab + view.inner; at += kLanes) {
      const std::size_t lanes = std::min(kLanes, static_cast<std::size_t>(slab + view.inner - at));
      bound_columns(input + at, view.inner, visit, SumBounds(summation, lanes), lanes, low + at,
                    high + at, also + at);
    }
  }
}

template <class T, int Inner>
void sum_floats(const Bytes& input, const AxisView& view, const Visit& visit,
                const Summation& summation, PermittedTensor& output) {
  const T* in = ops::view<T>(input).data();
  T* out = ops::view<T>(output.bytes).data();
  output.zeros_equal = true;
  if (!all_exact<T, Inner>(in, view, summation.accumulator, summation.flush))
    bound_sums(in, view, visit, summation, output);
  else if constexpr (std::is_same_v<T, Eigen::half>)
    scan_halves(in, view, visit, out);
  else
    scan<T, Inner>(in, view, visit, out);
}

template <int Inner>
void sum(const Problem& problem, const FloatModel& model, const AxisView& view, const Visit& visit,
         PermittedTensor& output) {
  const Bytes& input = problem.input("InputTensor");
  const Summation summation = Summation::of(output.type, model);
  switch (output.type) {
    case DataType::FLOAT32:
      return sum_floats<float, Inner>(input, view, visit, summation, output);
    case DataType::FLOAT16:
      return sum_floats<Eigen::half, Inner>(input, view, visit, summation, output);
    default:
      return with_word(size_of(output.type), [&]<class Word>(Word) {
        scan<Word, Inner>(ops::view<Word>(input).data(), view, visit,
                          ops::view<Word>(output.bytes).data());
      });
  }
}

}  // namespace

void cumulative_summation(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const AxisView view(problem.tensor("InputTensor").sizes,
                      static_cast<std::size_t>(problem.value("Axis")));
  const Visit visit{view.length, problem.value("AxisDirection") == 1,
                    problem.value("HasExclusiveSum") != 0};
  if (view.inner == 1)
    sum<1>(problem, model, view, visit, output);
  else
    sum<Eigen::Dynamic>(problem, model, view, visit, output);
}

}  // namespace assay::ops::oracles
