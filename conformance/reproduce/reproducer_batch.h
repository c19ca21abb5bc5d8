#pragma once

#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/route/route.h"
#include "opencl/device/device.h"
#include "opencl/memory/batch_memory.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// A batch, laid out in memory for a launch on a device, and the answers that are permitted. It
/// refers to the cases, the route, the device and the library's kernels, which must outlive it.
struct ReproducerBatch {
  /// `launched_local`: the local size of the launch, where the device could not have the route's;
  /// otherwise 0. Throws Error where there is no variant of the route's name or no oracle, or where
  /// the device has no room for the batch.
  ReproducerBatch(const std::vector<specs::Case>& cases, const Route& route,
                  const opencl::DeviceInfo& device, KernelLibrary& library,
                  std::size_t launched_local);

  bool by_value() const { return options.case_space == opencl::CaseSpace::Value; }
  /// Whether the program that is launched is made from a binary or from SPIR-V, not from source.
  bool is_made_again() const { return options.program != opencl::ProgramFrom::Source; }
  /// How many rows of the table of cases come before the first case's row, because of the global
  /// offset.
  std::size_t offset() const { return memory.ghost_descriptor().empty() ? 0 : options.offset; }
  /// The number of the region in `regions` that holds a tensor.
  std::size_t region_of(std::size_t place) const {
    return memory.region_of({opencl::Argument::Of::Tensor, place});
  }
  /// Calls `act` with the place of each tensor of a kind that is there in some case, and its data
  /// type.
  template <class Act>
  void each_tensor(ops::Kind kind, Act act) const {
    for (std::size_t place = 0; place < types.size(); ++place)
      for (const ops::Problem& p : problems) {
        const ops::TensorDesc& t = p.descriptor.tensors[place];
        if (t.absent || file.signature->tensor_at(place).kind != kind) continue;
        act(place, t.type);
        break;
      }
  }
  /// What a tensor is called in C: a field of Case, such as `OutputTensors[1]`, and a word.
  std::string field_of(std::size_t place) const { return file.signature->tensor_name(place); }
  std::string word_of(std::size_t place) const;

  const std::vector<specs::Case>& cases;
  const Route& route;
  const opencl::DeviceInfo& device;
  const opencl::KernelFile& file;
  const opencl::Variant& variant;
  /// By what answers are judged.
  Arithmetic arithmetic;
  /// The route's options, reduced to what the device can do. Where the driver chooses the local
  /// size, `null_local` is true and `options.local` is the default size.
  opencl::LaunchOptions options;
  bool null_local = false;
  opencl::CaseLayout layout;
  /// One for each case.
  std::vector<ops::Problem> problems;
  std::vector<ops::Permitted> permitted;
  /// One for each tensor, by place.
  std::vector<ops::DataType> types;
  opencl::BatchMemory memory;
  std::vector<opencl::BatchMemory::Region> regions;
};

}  // namespace assay::conformance
