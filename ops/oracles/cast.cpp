// output[c] = input[c] as a value of the output's type.
//
// A value that the type has is exact. Between two values of a floating type, or two integers, both
// are permitted, because the page names no rounding. Anything is permitted for a NaN, and for what
// an integer type cannot hold.
#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "ops/permitted.h"
#include "ops/real_value.h"

namespace assay::ops::oracles {
namespace {

/// A format of floats: the bits of its significand, the exponent of its least normal number, and
/// its largest number.
struct Format {
  int precision, least_exponent;
  Real largest;
};

Format format_of(DataType type) {
  switch (type) {
    case DataType::FLOAT16:
      return {11, -14, 65504};
    case DataType::FLOAT32:
      return {24, -126, std::numeric_limits<float>::max()};
    default:
      return {53, -1022, std::numeric_limits<double>::max()};
  }
}

/// The bits of a value that the type has, zero-extended.
std::uint64_t bits_of(DataType type, Real value) {
  switch (type) {
    case DataType::FLOAT16:
      return std::bit_cast<std::uint16_t>(Eigen::half(static_cast<float>(value)));
    case DataType::FLOAT32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case DataType::FLOAT64:
      return std::bit_cast<std::uint64_t>(static_cast<double>(value));
    default:
      return (value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                        : static_cast<std::uint64_t>(value)) &
             (~std::uint64_t{0} >> (64 - 8 * size_of(type)));
  }
}

/// The values of the type next to a value, on both sides. They are equal if the type has the value.
struct Neighbours {
  Real low, high;
};

Neighbours float_neighbours(const Format& format, Real value) {
  if (std::isinf(value)) return {value, value};
  if (value < -format.largest) return {-std::numeric_limits<Real>::infinity(), -format.largest};
  if (value > format.largest) return {format.largest, std::numeric_limits<Real>::infinity()};
  int exponent = 0;
  std::frexp(value, &exponent);
  const Real unit =
      std::ldexp(Real{1}, std::max(exponent - 1, format.least_exponent) - format.precision + 1);
  return {std::floor(value / unit) * unit, std::ceil(value / unit) * unit};
}

class Casting {
 public:
  Casting(DataType type, const FloatModel& model, PermittedTensor& output)
      : type_(type), flush_(type == DataType::FLOAT32 && model.flush32), output_(output) {
    const int bits = static_cast<int>(8 * size_of(type));
    least_ = is_signed(type) ? -std::ldexp(Real{1}, bits - 1) : 0;
    most_ = std::ldexp(Real{1}, is_signed(type) ? bits - 1 : bits) - 1;
    output.zeros_equal = is_float(type);
  }

  /// Permits what `value` may become at position i. Positions ascend.
  void permit(std::uint64_t i, Real value, bool may_be_zero) {
    if (std::isnan(value)) return anything(i);
    if (!is_float(type_)) {
      const Neighbours near{std::floor(value), std::ceil(value)};
      if (near.low < least_ || near.high > most_) return anything(i);
      return between(i, near, may_be_zero);
    }
    const Format format = format_of(type_);
    const Neighbours near = float_neighbours(format, value);
    const Real normal = std::ldexp(Real{1}, format.least_exponent);
    const bool denormal = near.low > -normal && near.high < normal;
    between(i, near, may_be_zero || (flush_ && denormal));
  }

 private:
  void anything(std::uint64_t i) {
    if (!output_.any.empty() && output_.any.back().to == i)
      ++output_.any.back().to;
    else
      output_.any.push_back({i, i + 1});
  }

  void between(std::uint64_t i, Neighbours near, bool or_zero) {
    const std::uint64_t low = bits_of(type_, near.low), high = bits_of(type_, near.high);
    set_bits(type_, output_.bytes, i, low);
    const std::uint64_t first = output_.alternatives.size();
    auto& all = output_.alternatives;
    all.insert(all.end(), {low, high});
    if (or_zero) all.push_back(0);
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(from, all.end());
    all.erase(std::unique(from, all.end()), all.end());
    if (all.size() - first == 1)
      all.resize(first);
    else
      output_.one_of.push_back({i, first, all.size() - first});
  }

  DataType type_;
  bool flush_;
  PermittedTensor& output_;
  Real least_, most_;
};

}  // namespace

void cast(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const DataType from = problem.tensor("InputTensor").type;
  const Bytes& input = problem.input("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  if (from == output.type && !is_float(from)) {
    std::copy(input.begin(), input.end(), output.bytes.begin());
    return;
  }
  Casting casting(output.type, model, output);
  const bool flush = from == DataType::FLOAT32 && model.flush32;
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const Real value = value_at(from, input, i);
    casting.permit(i, value, flush && std::abs(value) < std::numeric_limits<float>::min());
  }
}

}  // namespace assay::ops::oracles
