// output[k] = ValueStart + k * ValueDelta, in row-major order
//
// Integers wrap, so that k additions and one product give the same. Our own kernels add to
// ValueStart a product k' * ValueDelta, which may be contracted with the addition, and then
// ValueDelta k - k' times, at most as often as their variant declares a depth beyond that first
// addition; FLOAT16 is rounded once. Where the arithmetic is free, and where no depth is declared,
// a float is the sum of 1 + k terms, in any order; of FLOAT16, in an accumulator of that type or a
// wider one.
//
// The bound of that sum, where u is the unit roundoff of its format:
// 1. The page adds ValueDelta k times. That is a sum of 1 + k terms, of which k are equal, whose
//    additions are rounded correctly.
// 2. The closed form ValueStart + k * ValueDelta has at most two roundings, each relative to a
//    value that is no larger in magnitude than |ValueStart| + k |ValueDelta|; as a fused sum it has
//    one.
// 3. A sum of n terms t differs from the exact one by at most (n - 1) u times the sum of |t|, to
//    first order, in any order of additions. ops/sum_bounds.h has the terms of higher order, too.
// 4. For k >= 2 the two roundings of step 2 are within that; for k = 1 the product is exact, and
//    one rounding is left. So the bound of the sum of 1 + k terms covers both ways.
// 5. Where ValueDelta is not finite, 0 * ValueDelta is NaN, which the closed form gives for k = 0.
#include <Eigen/Core>
#include <array>
#include <cmath>

#include "ops/arithmetic/sum_interval.h"
#include "ops/interval_writer.h"
#include "ops/permitted.h"
#include "ops/sum_bounds.h"

namespace assay::ops::oracles {
namespace {

double value_of_scalar(DataType type, std::uint64_t bits) {
  Bytes one(size_of(type));
  set_bits(type, one, 0, bits);
  return float_at(type, one, 0);
}

/// Adds so many times delta, as one product. A product that is a float is not rounded.
void add_multiple(std::uint64_t times, float delta, bool flush, IntervalSum& sum) {
  if (times == 0) return;
  const auto factor = static_cast<float>(times);
  const double product = static_cast<double>(factor) * static_cast<double>(delta);
  const bool is_flushed = flush && std::abs(delta) < std::numeric_limits<float>::min();
  if (times > std::uint64_t{1} << 24)
    sum.add_product(
        Interval::from_to(std::nextafter(factor, 0.f), std::nextafter(factor, INFINITY)),
        Interval::of(delta));
  else if (static_cast<double>(static_cast<float>(product)) == product && !is_flushed)
    sum.add(static_cast<float>(product));
  else
    sum.add_product(factor, delta);
}

/// Elements of a depth that is known. A depth of 1 has the product alone.
void fill_by_products(float start, float delta, const SumModel& model, PermittedTensor& out) {
  out.zeros_equal = true;
  IntervalWriter writer(out);
  const std::uint64_t most = static_cast<std::uint64_t>(std::max(model.depth, 1)) - 1;
  for (std::uint64_t k = 0; k < out.size(); ++k) {
    IntervalSum sum(model);
    sum.add(start);
    const std::uint64_t added = std::min(k, most);
    for (std::uint64_t i = 0; i < added; ++i) sum.add(delta);
    add_multiple(k - added, delta, model.denormals == Denormals::MayBeFlushed, sum);
    writer.write(k, sum.result());
  }
}

void fill_floats(double start, double delta, const Summation& summation, PermittedTensor& out) {
  const std::uint64_t size = out.size();
  out.low.resize(size);
  out.high.resize(size);
  out.also.resize(size);
  out.zeros_equal = true;
  SumBounds bounds(summation, 1);
  std::array<double, SumBounds::kMaxLanes> terms;
  terms.fill(delta);
  terms[0] = start;
  for (std::uint64_t at = 0; at < size; at += terms.size()) {
    const std::uint64_t count = std::min<std::uint64_t>(terms.size(), size - at);
    bounds.run(std::span(terms).first(count));
    bounds.write(out.low.data() + at, out.high.data() + at, out.also.data() + at);
    terms[0] = delta;
  }
  if (!std::isfinite(delta)) out.also[0] |= PermittedTensor::kNan;
}

}  // namespace

void fill_value_sequence(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const std::uint64_t start = problem.bits("ValueStart"), delta = problem.bits("ValueDelta");
  if (is_float(out.type)) {
    const double first = value_of_scalar(out.type, start), step = value_of_scalar(out.type, delta);
    if (model.depth != SumModel::kAnyOrder)
      return fill_by_products(static_cast<float>(first), static_cast<float>(step),
                              model.sums(out.type), out);
    return fill_floats(first, step, Summation::of(out.type, model), out);
  }
  for (std::uint64_t k = 0; k < out.size(); ++k)
    set_bits(out.type, out.bytes, k, start + k * delta);
}

}  // namespace assay::ops::oracles
