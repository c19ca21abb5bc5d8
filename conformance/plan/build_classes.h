#pragma once

#include <cstdint>
#include <vector>

#include "opencl/program/kernel_file.h"
#include "specs/spec.h"

namespace assay::conformance {

/// Data types for which the build of a variant is the same.
struct BuildClass {
  const opencl::Variant* variant;
  /// The index of the variant in its kernel file.
  std::size_t variant_number;
  /// Each by tensor place. At least one.
  std::vector<ops::List> types;
  /// By tensor place, the data types that it has in `types`, as bits.
  std::vector<std::uint32_t> masks;
};

/// The classes of an operator's variants. The data types are those of the levels, or of all levels
/// where there are none. They are found by draws that follow from the seed.
std::vector<BuildClass> build_classes(const specs::Spec& spec, const opencl::KernelFile& kernels,
                                      const std::vector<specs::Level>& levels, std::uint64_t seed);

}  // namespace assay::conformance
