// Whole pages are mapped, and one more that is closed where the memory ends at a page.
#include "opencl/memory/host_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>

namespace assay::opencl {

HostMemory::HostMemory(std::span<const std::byte> image, bool ends_at_a_page) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t open = (image.size() + page - 1) / page * page;
  void* const mapped = ::mmap(nullptr, open + page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, /*offset=*/0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapped_ =
      std::unique_ptr<std::byte[], Unmap>(static_cast<std::byte*>(mapped), Unmap{open + page});
  data_ = mapped_.get();
  if (ends_at_a_page) {
    if (::mprotect(data_ + open, page, PROT_NONE) != 0) throw std::bad_alloc();
    data_ += open - image.size();
  }
  std::memcpy(data_, image.data(), image.size());
}

void Unmap::operator()(std::byte* mapped) const { ::munmap(mapped, size); }

}  // namespace assay::opencl
