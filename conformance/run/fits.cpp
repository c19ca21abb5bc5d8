#include "conformance/run/fits.h"

namespace assay::conformance {
namespace {

/// Of each byte of a tensor so many are kept of a batch that is launched: what the device is sent,
/// what came of it, and what a device has that is no other than this machine.
constexpr unsigned kBytesLaunched = 3;
/// And so many of each batch that is ready: the problem's, and what is permitted, which for a float
/// is two bounds and a flag an element.
constexpr unsigned kBytesReady = 9;
/// A batch may take one part in so many of the device's memory, and of this process's.
constexpr unsigned kShareOfMemory = 2;

}  // namespace

bool fits(std::span<const specs::Case> cases, const opencl::DeviceInfo& device,
          std::optional<std::uint64_t> memory, bool beside) {
  unsigned __int128 total = 0;
  for (std::size_t place = 0; place < cases[0].descriptor.tensors.size(); ++place) {
    unsigned __int128 buffer = 0;
    for (const specs::Case& c : cases) buffer += total_bytes(c.descriptor.tensors[place]);
    if (buffer > device.max_allocation) return false;
    total += buffer;
  }
  const unsigned ready = beside ? 2 : 1;
  const unsigned host_bytes = kBytesLaunched + ready * kBytesReady;
  if (memory && total * host_bytes > *memory / kShareOfMemory) return false;
  return total <= device.global_memory / kShareOfMemory;
}

}  // namespace assay::conformance
