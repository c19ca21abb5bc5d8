#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ops/descriptor.h"

namespace assay::opencl {

/// Where the fields of an operator's `Case` struct lie. Both the struct's declaration in OpenCL C
/// and its bytes are made from this description.
class CaseLayout {
 public:
  /// `signature` must outlive the layout. `scratch` holds the names of the variants' scratch
  /// memories. For each there is a `ulong` base at the end of the struct.
  CaseLayout(const ops::Signature& signature, std::span<const std::string> scratch);

  /// The size of one Case in bytes, a multiple of 8.
  std::size_t size() const { return size_; }
  /// The OpenCL C declarations of `Tensor` and `Case`.
  std::string declaration() const;

  /// Writes the bytes of a Case to `to`, which must have room for size() bytes. `bases` are by
  /// tensor place and `scratch_bases` by scratch, both in elements. Dimensions beyond the eighth
  /// are left out.
  void write(const ops::Descriptor& descriptor, std::span<const std::uint64_t> bases,
             std::span<const std::uint64_t> scratch_bases, std::byte* to) const;

  enum class Type : std::uint8_t { Tensor, Uint, Int, Ulong, Float };
  /// The size of a Tensor.
  static constexpr std::size_t kTensorBytes = 88;
  struct Field {
    /// The name of a field of a nested struct is the struct's, a dot, and its own.
    std::string name;
    Type type;
    /// The number of entries of an array. 0 for a scalar.
    std::size_t count;
    /// The field's first byte, counted from the struct's start.
    std::size_t offset;
    /// What the field holds: a tensor, a value, a scratch's base, or padding. `place` is the
    /// tensor's place (in an array of tensors, that of the first), the value's place or the
    /// scratch's number.
    enum class Source : std::uint8_t { Tensor, Value, Scratch, Padding } source;
    std::size_t place;
  };
  const std::vector<Field>& fields() const { return fields_; }

 private:
  void add(std::string name, Type type, std::size_t count, Field::Source source, std::size_t place);

  const ops::Signature* signature_;
  std::vector<Field> fields_;
  std::size_t size_ = 0;
};

}  // namespace assay::opencl
