#include "conformance/run/fits.h"

namespace assay::conformance {
namespace {

/// How many bytes this process keeps for each byte of a tensor of a launched batch: the image that
/// is uploaded, the image that comes back, and the device's own copy if the device is this machine.
constexpr unsigned kBytesLaunched = 3;
/// How many bytes this process keeps for each byte of a tensor of a prepared batch: the problem's
/// data and the permitted answers, which for floats are two bounds and a flag for each element.
constexpr unsigned kBytesReady = 9;
/// A batch may use one part in so many of the device's memory, and of the memory that this process
/// may use.
constexpr unsigned kShareOfMemory = 2;

}  // namespace

bool fits(std::span<const specs::Case> cases, const opencl::DeviceInfo& device,
          std::optional<std::uint64_t> memory, bool beside) {
  unsigned __int128 total = 0;
  for (const ops::Member& m : cases[0].spec->signature.members) {
    if (!is_tensor(m.kind)) continue;
    unsigned __int128 buffer = 0;
    for (const specs::Case& c : cases)
      for (std::size_t k = 0; k < m.capacity; ++k)
        buffer += total_bytes(c.descriptor.tensors[m.place + k]);
    if (buffer > device.max_allocation) return false;
    total += buffer;
  }
  const unsigned ready = beside ? 2 : 1;
  const unsigned host_bytes = kBytesLaunched + ready * kBytesReady;
  if (memory && total * host_bytes > *memory / kShareOfMemory) return false;
  return total <= device.global_memory / kShareOfMemory;
}

}  // namespace assay::conformance
