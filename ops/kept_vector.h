#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

namespace assay::ops {

/// A vector that keeps its elements, and the memory that they hold, when it becomes shorter. When
/// it becomes longer again, they are there as they were. It is for data that is made again and
/// again.
template <class T>
class KeptVector {
 public:
  KeptVector() = default;
  KeptVector(const KeptVector&) = default;
  KeptVector(KeptVector&& other) noexcept
      : all_(std::move(other.all_)), size_(std::exchange(other.size_, 0)) {}
  KeptVector& operator=(const KeptVector&) = default;
  KeptVector& operator=(KeptVector&& other) noexcept {
    all_ = std::move(other.all_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  /// An added element is new, or is as it was before the vector became shorter.
  void resize(std::size_t size) {
    if (size > all_.size()) all_.resize(size);
    size_ = size;
  }
  void push_back(T value) {
    resize(size_ + 1);
    all_[size_ - 1] = std::move(value);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return all_.data(); }
  const T* data() const { return all_.data(); }
  T* begin() { return data(); }
  const T* begin() const { return data(); }
  T* end() { return data() + size_; }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return all_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return all_[i];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  friend bool operator==(const KeptVector& a, const KeptVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::vector<T> all_;
  std::size_t size_ = 0;
};

}  // namespace assay::ops
