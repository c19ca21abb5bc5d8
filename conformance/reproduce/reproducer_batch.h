#pragma once

#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/route/route.h"
#include "opencl/device/device.h"
#include "opencl/memory/batch_memory.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// A batch as it lies in memory for a launch on a device, and what is permitted.
struct ReproducerBatch {
  /// Throws Error where the route's variant is not there, or the device has no room for the batch.
  ReproducerBatch(const std::vector<specs::Case>& cases, const Route& route,
                  const opencl::DeviceInfo& device, KernelLibrary& library);

  bool by_value() const { return options.case_space == opencl::CaseSpace::Value; }
  /// Whether the program is made again, from its binary or from SPIR-V.
  bool is_made_again() const { return options.program != opencl::ProgramFrom::Source; }
  /// Rows before the first case's, below the global offset.
  std::size_t offset() const { return memory.ghost_descriptor().empty() ? 0 : options.offset; }
  /// The number of a tensor's region.
  std::size_t region_of(const ops::Member& m) const {
    return memory.region_of({opencl::Argument::Of::Tensor, m.place});
  }
  /// Calls `act` with each tensor of a kind and its data type.
  template <class Act>
  void each_tensor(ops::Kind kind, Act act) const {
    for (const ops::Member& m : file.signature->members)
      if (m.kind == kind) act(m, types[m.place]);
  }

  const std::vector<specs::Case>& cases;
  const Route& route;
  const opencl::DeviceInfo& device;
  const opencl::KernelFile& file;
  const opencl::Variant& variant;
  /// The route's, but for what the device cannot do; a local size that the driver chooses is
  /// `null_local`.
  opencl::LaunchOptions options;
  bool null_local = false;
  opencl::CaseLayout layout;
  /// By case.
  std::vector<ops::Problem> problems;
  std::vector<ops::Permitted> permitted;
  /// By tensor place.
  std::vector<ops::DataType> types;
  opencl::BatchMemory memory;
  std::vector<opencl::BatchMemory::Region> regions;
};

}  // namespace assay::conformance
