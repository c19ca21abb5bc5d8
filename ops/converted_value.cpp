// A FLOAT that is converted to a data type: pages promise no rounding, so that both values beside
// it are permitted.
#include "ops/converted_value.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>

#include "ops/value_key.h"

namespace assay::ops {
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

/// The permitted bits on a device that flushes nothing.
std::vector<std::uint64_t> beside(DataType type, float value) {
  if (!is_float(type)) return beside_in_integers(type, value);
  if (std::isnan(value)) return {};
  if (type == DataType::FLOAT16) return beside_in_halves(value);
  if (type == DataType::FLOAT32) return {std::bit_cast<std::uint32_t>(value)};
  return {std::bit_cast<std::uint64_t>(double{value})};
}

}  // namespace

std::vector<std::uint64_t> converted_bits(DataType type, float value, const FloatModel& model) {
  std::vector<std::uint64_t> bits = beside(type, value);
  // A denormal that is converted, or stored as a float, may become zero.
  if (model.flush32 && value != 0 && std::abs(value) < 0x1p-126f && is_float(type)) {
    bits.push_back(0);
    bits.push_back(bits_of_key(type, -1));
  }
  std::sort(bits.begin(), bits.end());
  return bits;
}

void permit_converted(PermittedTensor& permitted, std::uint64_t position,
                      const std::vector<std::uint64_t>& bits) {
  if (bits.empty())
    permit_anything(permitted, position);
  else if (bits.size() == 1)
    set_bits(permitted.type, permitted.bytes, position, bits[0]);
  else
    permit_one_of(permitted, position, bits);
}

}  // namespace assay::ops
