// output[k] = ValueStart + k * ValueDelta, in row-major order
//
// Integers wrap. A float is the sum of 1 + k terms, in any order.
#include <Eigen/Core>
#include <array>
#include <cmath>

#include "ops/permitted.h"
#include "ops/sum_bounds.h"

namespace assay::ops::oracles {
namespace {

double value_of_scalar(DataType type, std::uint64_t bits) {
  Bytes one(size_of(type));
  set_bits(type, one, 0, bits);
  return float_at(type, one, 0);
}

void fill_floats(double start, double delta, bool flush, PermittedTensor& out) {
  const std::uint64_t size = out.size();
  out.low.resize(size);
  out.high.resize(size);
  out.also.resize(size);
  out.zeros_equal = true;
  SumBounds bounds(out.type == DataType::FLOAT16 ? kFloat16 : kFloat32, flush, 1);
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
    fill_floats(value_of_scalar(out.type, start), value_of_scalar(out.type, delta),
                model.flush32 && out.type == DataType::FLOAT32, out);
    return;
  }
  for (std::uint64_t k = 0; k < out.size(); ++k)
    set_bits(out.type, out.bytes, k, start + k * delta);
}

}  // namespace assay::ops::oracles
