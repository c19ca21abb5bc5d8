// Single elements of packed data are read and written by their data type.
#include "ops/problem.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

#include "ops/float_types.h"
#include "ops/value_key.h"

namespace assay::ops {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::uint64_t i) {
  T value;
  assert((i + 1) * sizeof(T) <= bytes.size());
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void store(std::span<std::byte> bytes, std::uint64_t i, std::uint64_t bits) {
  const T value = static_cast<T>(bits);
  assert((i + 1) * sizeof(T) <= bytes.size());
  std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
}

float float_of(std::int64_t key) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits_of_key(DataType::FLOAT32, key)));
}

}  // namespace

bool Problem::is(std::string_view name, std::string_view enumerator) const {
  const Member* m = descriptor.signature->find(name);
  assert(m);
  const Enumerator* named = enumerator_named(*m, enumerator);
  assert(named && "no enumerator of this name");
  return descriptor.values[m->place][0] == named->value;
}

bool Problem::present(std::string_view name) const {
  const Member* m = descriptor.signature->find(name);
  assert(m && m->optional);
  return is_tensor(m->kind) ? descriptor.is_there(*m) : descriptor.values[m->place][0] != 0;
}

std::uint64_t Problem::bits(std::string_view name) const {
  const Member* m = descriptor.signature->find(name);
  assert(m && (m->kind == Kind::Float || m->kind == Kind::Scalar));
  return bits_of_key(*value_type(*m, descriptor), descriptor.values[m->place][0]);
}

float Problem::number(std::string_view name) const { return float_of(value(name)); }

std::vector<float> Problem::numbers(std::string_view name) const {
  std::vector<float> all;
  for (const std::int64_t key : list(name)) all.push_back(float_of(key));
  return all;
}

std::int64_t integer_at(DataType type, const Bytes& bytes, std::uint64_t i) {
  switch (type) {
    case DataType::INT8:
      return load<std::int8_t>(bytes, i);
    case DataType::INT16:
      return load<std::int16_t>(bytes, i);
    case DataType::INT32:
      return load<std::int32_t>(bytes, i);
    case DataType::INT64:
      return load<std::int64_t>(bytes, i);
    case DataType::UINT8:
      return load<std::uint8_t>(bytes, i);
    case DataType::UINT16:
      return load<std::uint16_t>(bytes, i);
    case DataType::UINT32:
      return load<std::uint32_t>(bytes, i);
    case DataType::UINT64:
      return static_cast<std::int64_t>(std::min<std::uint64_t>(
          load<std::uint64_t>(bytes, i), std::numeric_limits<std::int64_t>::max()));
    default:
      assert(false && "not an integer type");
      return 0;
  }
}

double float_at(DataType type, const Bytes& bytes, std::uint64_t i) {
  double value = 0;
  with_float(type, [&]<class Float>(Float) { value = load<Float>(bytes, i); });
  return value;
}

bool is_signalling_nan(DataType type, const Bytes& bytes, std::uint64_t i) {
  const unsigned fraction = type == DataType::FLOAT16 ? 10 : type == DataType::FLOAT32 ? 23 : 52;
  return std::isnan(float_at(type, bytes, i)) &&
         (bits_at(type, bytes, i) >> (fraction - 1) & 1) == 0;
}

std::uint64_t bits_at(DataType type, std::span<const std::byte> bytes, std::uint64_t i) {
  switch (size_of(type)) {
    case 1:
      return load<std::uint8_t>(bytes, i);
    case 2:
      return load<std::uint16_t>(bytes, i);
    case 4:
      return load<std::uint32_t>(bytes, i);
    default:
      return load<std::uint64_t>(bytes, i);
  }
}

void set_bits(DataType type, std::span<std::byte> bytes, std::uint64_t i, std::uint64_t bits) {
  switch (size_of(type)) {
    case 1:
      return store<std::uint8_t>(bytes, i, bits);
    case 2:
      return store<std::uint16_t>(bytes, i, bits);
    case 4:
      return store<std::uint32_t>(bytes, i, bits);
    default:
      return store<std::uint64_t>(bytes, i, bits);
  }
}

}  // namespace assay::ops
