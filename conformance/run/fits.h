#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "opencl/device/device.h"
#include "specs/case.h"

namespace assay::conformance {

/// Whether a batch fits: no buffer beyond what the device allots at once, all of them, with as much
/// again on the host, in half of its memory, and all that is kept here of tensors and of what they
/// may hold in half of `memory` bytes, where there is such a bound; with `beside`, with as large a
/// batch made ready beside it.
bool fits(std::span<const specs::Case> cases, const opencl::DeviceInfo& device,
          std::optional<std::uint64_t> memory = {}, bool beside = false);

}  // namespace assay::conformance
