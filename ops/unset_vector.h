#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace assay::ops {

/// Leaves new elements that are given no value unset, where std::allocator sets them to zero.
template <class T>
struct UnsetAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    std::construct_at(at, std::forward<Args>(args)...);
  }
};

/// A vector whose resize() leaves what it adds unset, for large results that are written at once.
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace assay::ops
