// Keys of values are in their order already (value_key.h), but for UINT64, whose upper half has
// negative keys, and zeros, which are two.
#include "ops/order_key.h"

#include "ops/value_key.h"

namespace assay::ops {
namespace {

/// The key of the infinity of a float type.
std::int64_t infinity_key(DataType type) {
  return type == DataType::FLOAT16   ? 0x7c00
         : type == DataType::FLOAT32 ? 0x7f80'0000
                                     : 0x7ff0'0000'0000'0000;
}
/// The key of the least normal number of FLOAT16 or FLOAT32.
std::int64_t least_normal_key(DataType type) {
  return type == DataType::FLOAT16 ? 0x0400 : 0x0080'0000;
}

}  // namespace

bool is_nan(DataType type, std::uint64_t bits) {
  if (!is_float(type)) return false;
  const std::int64_t key = key_of(type, bits);
  return key > infinity_key(type) || key < ~infinity_key(type);
}

std::int64_t order_key(DataType type, std::uint64_t bits, ZeroOrder zeros) {
  const std::int64_t key = key_of(type, bits);
  if (type == DataType::UINT64) return key ^ Set::kLowest;
  if (!is_float(type) || zeros == ZeroOrder::ByBits) return key;
  const std::int64_t reach = zeros == ZeroOrder::Flushed ? least_normal_key(type) : 1;
  return key < reach && key > ~reach ? 0 : key;
}

std::vector<ZeroOrder> zero_orders(DataType type, const FloatModel& model) {
  if (!is_float(type)) return {ZeroOrder::ByBits};
  if ((type == DataType::FLOAT32 && model.flush32) ||
      (type == DataType::FLOAT16 && model.in_half && model.flush16))
    return {ZeroOrder::Equal, ZeroOrder::ByBits, ZeroOrder::Flushed};
  return {ZeroOrder::Equal, ZeroOrder::ByBits};
}

}  // namespace assay::ops
