#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace assay::opencl {

/// Gives mapped pages back.
struct Unmap {
  std::size_t size = 0;
  void operator()(std::byte* mapped) const;
};

/// Memory of the host that a buffer lies over. It begins at a page, or ends at one that nobody may
/// access.
class HostMemory {
 public:
  /// No memory.
  HostMemory() = default;
  /// A copy of `image`. With `ends_at_a_page` an access to the byte behind it ends the process.
  /// Throws std::bad_alloc.
  HostMemory(std::span<const std::byte> image, bool ends_at_a_page);

  /// Null where there is no memory.
  std::byte* data() const { return data_; }

 private:
  std::unique_ptr<std::byte[], Unmap> mapped_;
  std::byte* data_ = nullptr;
};

}  // namespace assay::opencl
