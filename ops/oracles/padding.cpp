// The input is copied, and PaddingMode says what stands around it: an element of the input, or
// PaddingValue, which is a FLOAT whatever the tensors' type. A value that the type does not have
// permits both that are beside it.
#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>

#include "ops/padding_source.h"
#include "ops/value_key.h"

namespace assay::ops::oracles {
namespace {

/// The integer types' values at both sides of a number; none if the type lacks one of them.
std::vector<std::uint64_t> beside_in_integers(DataType type, double value) {
  // Keys of UINT64 beyond INT64_MAX are negative; no such value is permitted exactly.
  const double low = std::floor(value), high = std::ceil(value);
  const Set keys = type == DataType::UINT64 ? Set(0, Set::kHighest) : keys_of(type);
  if (!(std::abs(value) < 0x1p62) || !keys.contains(static_cast<std::int64_t>(low)) ||
      !keys.contains(static_cast<std::int64_t>(high)))
    return {};
  std::vector<std::uint64_t> bits{bits_of_key(type, static_cast<std::int64_t>(low))};
  if (high != low) bits.push_back(bits_of_key(type, static_cast<std::int64_t>(high)));
  return bits;
}

std::vector<std::uint64_t> beside_in_halves(float value) {
  const auto nearest = std::bit_cast<std::uint16_t>(Eigen::half(value));
  const auto back = static_cast<float>(std::bit_cast<Eigen::half>(nearest));
  if (back == value) return {nearest};
  const std::int64_t key = key_of(DataType::FLOAT16, nearest);
  const std::int64_t other = back < value ? key + 1 : key - 1;
  return {nearest, bits_of_key(DataType::FLOAT16, other)};
}

/// The permitted bits of the padding value in a type; none if anything is permitted.
std::vector<std::uint64_t> padding_bits(DataType type, float value) {
  if (!is_float(type)) return beside_in_integers(type, value);
  if (std::isnan(value)) return {};
  if (type == DataType::FLOAT16) return beside_in_halves(value);
  if (type == DataType::FLOAT32) return {std::bit_cast<std::uint32_t>(value)};
  return {std::bit_cast<std::uint64_t>(double{value})};
}

}  // namespace

void padding(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& out = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const float value = problem.number("PaddingValue");
  std::vector<std::uint64_t> bits = padding_bits(out.type, value);
  // A denormal that is converted, or stored as a float, may become zero.
  if (model.flush32 && value != 0 && std::abs(value) < 0x1p-126f && is_float(out.type))
    bits.insert(bits.end(), {0, bits_of_key(out.type, -1)});
  std::sort(bits.begin(), bits.end());
  for (const std::uint64_t position : permit_padded(problem, out))
    if (bits.empty())
      permit_anything(out, position);
    else if (bits.size() == 1)
      set_bits(out.type, out.bytes, position, bits[0]);
    else
      permit_one_of(out, position, bits);
}

}  // namespace assay::ops::oracles
