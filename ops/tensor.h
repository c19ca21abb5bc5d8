#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ops/data_type.h"
#include "ops/list.h"

namespace assay::ops {

using Bytes = std::vector<std::byte>;

/// A tensor's description (DML_BUFFER_TENSOR_DESC). It may be invalid.
struct TensorDesc {
  DataType type = DataType::FLOAT32;
  /// The number of elements along each dimension, outermost first. The list's length is
  /// DimensionCount.
  List sizes;
  /// The distance of neighbours along each dimension, in elements; it has a meaning only if
  /// `strided`.
  List strides;
  /// If false, the tensor is packed and row-major (DirectML's null Strides).
  bool strided = false;
  /// TotalTensorSizeInBytes; if unset, the minimum holds.
  std::optional<std::uint64_t> bytes;
  /// GuaranteedBaseOffsetAlignment; 0 means that nothing is guaranteed.
  std::uint32_t alignment = 0;
  /// Whether the tensor is left out. It then has no elements and no bytes, and its other fields
  /// have their defaults.
  bool absent = false;

  friend bool operator==(const TensorDesc&, const TensorDesc&) = default;
};

/// A tensor that is left out.
inline TensorDesc absent_tensor() {
  TensorDesc t;
  t.absent = true;
  return t;
}

/// The product of `sizes`; nothing if it exceeds 64 bits or a size is negative.
std::optional<std::uint64_t> element_count(const List& sizes);

/// The number of elements of a tensor that is valid or absent.
inline std::uint64_t elements_of(const TensorDesc& tensor) {
  return tensor.absent ? 0 : *element_count(tensor.sizes);
}

/// The row-major strides of `sizes`, in elements. The sizes must be valid.
List packed_strides(const List& sizes);

/// The strides that hold: `strides` if the tensor is strided, packed strides otherwise.
List effective_strides(const TensorDesc& tensor);

/// The elements from the first to the last addressed one: 1 + Σ (size−1)·stride. Nothing on
/// overflow, or if sizes or strides are invalid.
std::optional<std::uint64_t> span_elements(const TensorDesc& tensor);

/// DirectML's minimum for TotalTensorSizeInBytes: the span in bytes, rounded up to a multiple of 4.
/// Nothing if the span is nothing or overflows.
std::optional<std::uint64_t> minimum_bytes(const TensorDesc& tensor);

/// The TotalTensorSizeInBytes that holds: `bytes`, or the minimum if `bytes` is unset. The tensor
/// must be valid.
std::uint64_t total_bytes(const TensorDesc& tensor);

/// Whether two coordinates may share an element. A stride of 0 and overlapping strides count, and
/// so do strides that interleave without sharing.
bool overlaps_itself(const TensorDesc& tensor);

/// Walks over a tensor's elements in logical (row-major) order and tells their memory offsets, in
/// elements. Each step of the walk is a run along the last dimension: `run` elements, `step` apart.
/// Signed strides may be given modulo 2^64.
class Walk {
 public:
  explicit Walk(const TensorDesc& tensor);

  bool done() const { return done_; }
  std::uint64_t offset() const { return offset_; }
  std::uint64_t run() const { return run_; }
  std::uint64_t step() const { return step_; }
  void next();

 private:
  List sizes_, strides_;
  List at_;
  std::uint64_t offset_ = 0, run_ = 1, step_ = 1;
  bool done_ = false;
};

/// Copies a strided tensor in `memory` to `packed`, in logical order. `packed` must have room for
/// it.
void pack(const TensorDesc& tensor, std::span<const std::byte> memory, std::span<std::byte> packed);

/// The inverse of pack: writes the elements of `packed` to their places in `memory`.
void unpack(const TensorDesc& tensor, std::span<const std::byte> packed,
            std::span<std::byte> memory);

}  // namespace assay::ops
