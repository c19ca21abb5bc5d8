#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace assay::ops {

/// Leaves new elements unset if they are given no value. std::allocator would set them to zero.
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

/// A vector whose resize() leaves new elements unset. It is for large results that are written at
/// once.
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace assay::ops
