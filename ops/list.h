#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace assay::ops {

/// A short list that is held in place, never on the heap: the sizes of a tensor, or an array
/// member.
template <class T, std::size_t Capacity>
class InlineList {
 public:
  /// If items are large, only the items that a list holds are copied, not its whole capacity.
  static constexpr bool kLargeItems = sizeof(T) > 8;

  InlineList() = default;
  InlineList(std::initializer_list<T> values) {
    for (const T& v : values) push_back(v);
  }
  InlineList(std::size_t count, const T& value) { resize(count, value); }
  InlineList(const InlineList&)
    requires(!kLargeItems)
  = default;
  InlineList& operator=(const InlineList&)
    requires(!kLargeItems)
  = default;
  InlineList(const InlineList& other)
    requires kLargeItems
  {
    *this = other;
  }
  InlineList& operator=(const InlineList& other)
    requires kLargeItems
  {
    // Most lists hold one item, which is copied without a loop and without a call of memcpy.
    if (other.size_ > 0) items_[0] = other.items_[0];
    for (std::size_t i = 1; i < other.size_; ++i) items_[i] = other.items_[i];
    size_ = other.size_;
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == Capacity; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T& operator[](std::size_t i) { return assert(i < size_), items_[i]; }
  const T& operator[](std::size_t i) const { return assert(i < size_), items_[i]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void clear() { size_ = 0; }
  void push_back(const T& value) {
    assert(!full());
    items_[size_++] = value;
  }
  void resize(std::size_t count, const T& value = T()) {
    assert(count <= Capacity);
    for (std::size_t i = size_; i < count; ++i) items_[i] = value;
    size_ = count;
  }
  void erase(std::size_t i) {
    std::copy(begin() + i + 1, end(), begin() + i);
    --size_;
  }

  friend bool operator==(const InlineList& a, const InlineList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<T, Capacity> items_;
  std::size_t size_ = 0;
};

/// Valid tensors have up to 8 dimensions. Invalid descriptors can be written too, with up to 16
/// entries.
constexpr std::size_t kMaxDimensions = 8;
constexpr std::size_t kMaxEntries = 16;

/// Sizes, strides or an array member. Entries have 64 bits, so that every UINT and INT fits.
using List = InlineList<std::int64_t, kMaxEntries>;

}  // namespace assay::ops
