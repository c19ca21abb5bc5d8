// This file computes where a tensor's elements lie. Coordinates are walked in row-major order.
// Neighbouring dimensions that one stride describes are merged first, so that a packed tensor is a
// single run.
#include "ops/tensor.h"

#include <cassert>
#include <cstring>

namespace assay::ops {
namespace {

bool multiply(std::uint64_t a, std::uint64_t b, std::uint64_t& out) {
  return !__builtin_mul_overflow(a, b, &out);
}

template <class T>
void copy_runs(const TensorDesc& tensor, const std::byte* from, std::byte* to, bool packing) {
  std::uint64_t at = 0;
  for (Walk w(tensor); !w.done(); w.next(), at += w.run()) {
    for (std::uint64_t i = 0; i < w.run(); ++i) {
      const std::uint64_t apart = (w.offset() + i * w.step()) * sizeof(T);
      const std::uint64_t dense = (at + i) * sizeof(T);
      std::memcpy(to + (packing ? dense : apart), from + (packing ? apart : dense), sizeof(T));
    }
  }
}

void copy(const TensorDesc& tensor, const std::byte* from, std::byte* to, bool packing) {
  if (tensor.absent) return;
  if (!tensor.strided) {
    std::memcpy(to, from, elements_of(tensor) * size_of(tensor.type));
    return;
  }
  switch (size_of(tensor.type)) {
    case 1:
      return copy_runs<std::uint8_t>(tensor, from, to, packing);
    case 2:
      return copy_runs<std::uint16_t>(tensor, from, to, packing);
    case 4:
      return copy_runs<std::uint32_t>(tensor, from, to, packing);
    default:
      return copy_runs<std::uint64_t>(tensor, from, to, packing);
  }
}

}  // namespace

std::optional<std::uint64_t> element_count(const List& sizes) {
  std::uint64_t count = 1;
  for (std::int64_t s : sizes)
    if (s < 0 || !multiply(count, static_cast<std::uint64_t>(s), count)) return std::nullopt;
  return count;
}

List packed_strides(const List& sizes) {
  List strides(sizes.size(), 1);
  for (std::size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
  return strides;
}

List effective_strides(const TensorDesc& tensor) {
  return tensor.strided ? tensor.strides : packed_strides(tensor.sizes);
}

std::optional<std::uint64_t> span_elements(const TensorDesc& tensor) {
  if (tensor.absent) return 0;
  if (!tensor.strided) return element_count(tensor.sizes);
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i) {
    std::uint64_t reach = 0;
    if (tensor.sizes[i] < 1 || tensor.strides[i] < 0 ||
        !multiply(static_cast<std::uint64_t>(tensor.sizes[i] - 1),
                  static_cast<std::uint64_t>(tensor.strides[i]), reach) ||
        __builtin_add_overflow(last, reach, &last))
      return std::nullopt;
  }
  if (__builtin_add_overflow(last, std::uint64_t{1}, &last)) return std::nullopt;
  return last;
}

std::optional<std::uint64_t> minimum_bytes(const TensorDesc& tensor) {
  const auto span = span_elements(tensor);
  std::uint64_t bytes = 0;
  if (!span || !multiply(*span, size_of(tensor.type), bytes)) return std::nullopt;
  if (__builtin_add_overflow(bytes, std::uint64_t{3}, &bytes)) return std::nullopt;
  return bytes & ~std::uint64_t{3};
}

std::uint64_t total_bytes(const TensorDesc& tensor) {
  return tensor.bytes ? *tensor.bytes : *minimum_bytes(tensor);
}

bool overlaps_itself(const TensorDesc& tensor) {
  if (!tensor.strided) return false;
  InlineList<std::size_t, kMaxEntries> order;
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    if (tensor.sizes[i] > 1) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return tensor.strides[a] < tensor.strides[b]; });
  std::uint64_t reach = 0;
  for (std::size_t i : order) {
    if (static_cast<std::uint64_t>(tensor.strides[i]) < reach + 1) return true;
    std::uint64_t more = 0;
    if (!multiply(static_cast<std::uint64_t>(tensor.sizes[i] - 1),
                  static_cast<std::uint64_t>(tensor.strides[i]), more) ||
        __builtin_add_overflow(reach, more, &reach))
      return true;
  }
  return false;
}

Walk::Walk(const TensorDesc& tensor) : done_(tensor.absent) {
  if (done_) return;
  if (!tensor.strided) {
    run_ = *element_count(tensor.sizes);
    return;
  }
  for (std::size_t i = 0; i < tensor.sizes.size(); ++i) {
    const std::int64_t size = tensor.sizes[i], stride = tensor.strides[i];
    if (size == 1) continue;
    if (!sizes_.empty() && strides_.back() == size * stride) {
      sizes_.back() *= size;
      strides_.back() = stride;
    } else {
      sizes_.push_back(size);
      strides_.push_back(stride);
    }
  }
  if (sizes_.empty()) return;
  run_ = static_cast<std::uint64_t>(sizes_.back());
  step_ = static_cast<std::uint64_t>(strides_.back());
  sizes_.resize(sizes_.size() - 1);
  at_.resize(sizes_.size(), 0);
}

void Walk::next() {
  for (std::size_t i = sizes_.size(); i-- > 0;) {
    offset_ += static_cast<std::uint64_t>(strides_[i]);
    if (++at_[i] < sizes_[i]) return;
    offset_ -= static_cast<std::uint64_t>(strides_[i] * sizes_[i]);
    at_[i] = 0;
  }
  done_ = true;
}

void pack(const TensorDesc& tensor, std::span<const std::byte> memory,
          std::span<std::byte> packed) {
  assert(memory.size() >= *span_elements(tensor) * size_of(tensor.type));
  copy(tensor, memory.data(), packed.data(), true);
}

void unpack(const TensorDesc& tensor, std::span<const std::byte> packed,
            std::span<std::byte> memory) {
  assert(memory.size() >= *span_elements(tensor) * size_of(tensor.type));
  copy(tensor, packed.data(), memory.data(), false);
}

}  // namespace assay::ops
