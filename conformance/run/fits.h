#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "opencl/device/device.h"
#include "specs/case.h"

namespace assay::conformance {

/// Whether a batch fits into memory. No buffer may be larger than the largest allocation of the
/// device. All buffers together may use half of the device's memory, because the host may keep as
/// much again. Everything that this process keeps of the batch may use half of `memory` bytes, if
/// there is such a bound. With `beside`, this process also keeps a second prepared batch of the
/// same size.
bool fits(std::span<const specs::Case> cases, const opencl::DeviceInfo& device,
          std::optional<std::uint64_t> memory = {}, bool beside = false);

}  // namespace assay::conformance
