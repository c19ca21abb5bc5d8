#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ops/descriptor.h"
#include "ops/kept_vector.h"

namespace assay::ops {

/// Elements of a packed tensor as values of T.
template <class T>
std::span<const T> view(const Bytes& bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <class T>
std::span<T> view(Bytes& bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// A case with its data: all that an oracle or a kernel needs.
struct Problem {
  Descriptor descriptor;
  /// The data by tensor place. An input's elements are packed in logical (row-major) order,
  /// whatever its strides; the entry of an output and of an absent tensor is empty. If an input's
  /// strides let several coordinates share an element, the copies of that element are equal.
  KeptVector<Bytes> data;

  /// The tensor of a member, and an input's data; in an array of tensors, those with this number.
  const TensorDesc& tensor(std::string_view name, std::size_t number = 0) const {
    return descriptor.tensor(name, number);
  }
  const Bytes& input(std::string_view name, std::size_t number = 0) const {
    return data[descriptor.signature->find(name)->place + number];
  }
  std::int64_t value(std::string_view name) const { return descriptor.value(name); }
  const List& list(std::string_view name) const { return descriptor.list(name); }

  // These functions read the members whose values are no plain integers. The member must exist and
  // have the kind that each says.

  /// Whether an Enum has the value with this name.
  bool is(std::string_view name, std::string_view enumerator) const;
  /// Whether a Struct, or an optional tensor, is there.
  bool present(std::string_view name) const;
  /// The value of a Type.
  DataType type(std::string_view name) const { return static_cast<DataType>(value(name)); }
  /// The bit pattern of a Float or a Scalar, zero-extended.
  std::uint64_t bits(std::string_view name) const;
  /// The value of a Float.
  float number(std::string_view name) const;
  /// The entries of Floats.
  std::vector<float> numbers(std::string_view name) const;
};

/// Element `i` of packed integer data as 64 bits. A UINT64 above INT64_MAX gives INT64_MAX, which
/// no valid index reaches.
std::int64_t integer_at(DataType type, const Bytes& bytes, std::uint64_t i);

/// Element `i` of packed floating-point data; the conversion is exact.
double float_at(DataType type, const Bytes& bytes, std::uint64_t i);

/// The bit pattern of element `i`, zero-extended.
std::uint64_t bits_at(DataType type, std::span<const std::byte> bytes, std::uint64_t i);

/// Whether element `i` of packed floating-point data is a signalling NaN. Its first fraction bit is
/// 0, and not all others are.
bool is_signalling_nan(DataType type, const Bytes& bytes, std::uint64_t i);

/// Writes a bit pattern to element `i`, cut to the type's width.
void set_bits(DataType type, std::span<std::byte> bytes, std::uint64_t i, std::uint64_t bits);

}  // namespace assay::ops
