// The bits of a float that is not negative are an integer that grows with the value. A negative
// float has the complement of the key of its magnitude.
#include "ops/value_key.h"

namespace assay::ops {
namespace {

int spare_bits(DataType type) { return 64 - 8 * static_cast<int>(size_of(type)); }

/// The greatest key of a signed type.
std::int64_t highest(DataType type) { return Set::kHighest >> spare_bits(type); }

}  // namespace

std::int64_t key_of(DataType type, std::uint64_t bits) {
  const int spare = spare_bits(type);
  if (!is_signed(type)) return static_cast<std::int64_t>(bits << spare >> spare);
  const std::int64_t extended = static_cast<std::int64_t>(bits << spare) >> spare;
  return is_float(type) && extended < 0 ? ~(extended & highest(type)) : extended;
}

std::uint64_t bits_of_key(DataType type, std::int64_t key) {
  const std::int64_t extended = is_float(type) && key < 0 ? ~key | ~highest(type) : key;
  const int spare = spare_bits(type);
  return static_cast<std::uint64_t>(extended) << spare >> spare;
}

Set keys_of(DataType type) {
  const std::int64_t high = highest(type);
  if (is_signed(type)) return {~high, high};
  return size_of(type) == 8 ? Set::all() : Set(0, 2 * high + 1);
}

}  // namespace assay::ops
