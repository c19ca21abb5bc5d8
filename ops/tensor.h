#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ops/data_type.h"
#include "ops/list.h"

namespace assay::ops {

using Bytes = std::vector<std::byte>;

/// A tensor's description: DML_BUFFER_TENSOR_DESC. Any values, valid or not.
struct TensorDesc {
  DataType type = DataType::FLOAT32;
  /// Elements along each dimension, outermost first. Its length is DimensionCount.
  List sizes;
  /// Elements between neighbours along each dimension; meaningful where `strided`.
  List strides;
  /// False: packed, row-major (DirectML's null Strides).
  bool strided = false;
  /// TotalTensorSizeInBytes; unset stands for the minimum.
  std::optional<std::uint64_t> bytes;
  /// GuaranteedBaseOffsetAlignment; 0 for none.
  std::uint32_t alignment = 0;

  friend bool operator==(const TensorDesc&, const TensorDesc&) = default;
};

/// The product of `sizes`; nothing where it exceeds 64 bits or a size is negative.
std::optional<std::uint64_t> element_count(const List& sizes);

/// Row-major strides of `sizes`, in elements. Sizes must be valid.
List packed_strides(const List& sizes);

/// The strides in effect: `strides` where strided, packed ones otherwise.
List effective_strides(const TensorDesc& tensor);

/// Elements from the first to the last addressed one: 1 + Σ (size−1)·stride. Nothing on overflow.
std::optional<std::uint64_t> span_elements(const TensorDesc& tensor);

/// DirectML's minimum for TotalTensorSizeInBytes: the span in bytes, rounded up to 4.
std::optional<std::uint64_t> minimum_bytes(const TensorDesc& tensor);

/// TotalTensorSizeInBytes in effect: `bytes`, or the minimum where that is unset. Valid tensors
/// only.
std::uint64_t total_bytes(const TensorDesc& tensor);

/// Whether two coordinates share an element (a stride of 0, or overlapping strides).
bool overlaps_itself(const TensorDesc& tensor);

/// Walks a tensor's elements in logical (row-major) order and tells each one's memory offset in
/// elements. Signed strides may be given modulo 2^64. Runs along the last dimension: `run`
/// elements, `step` apart.
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

/// Copies a strided tensor in `memory` to packed, logical order. `packed` has room for it.
void pack(const TensorDesc& tensor, std::span<const std::byte> memory, std::span<std::byte> packed);

/// The inverse of pack: writes the elements of `packed` to their places in `memory`.
void unpack(const TensorDesc& tensor, std::span<const std::byte> packed,
            std::span<std::byte> memory);

}  // namespace assay::ops
