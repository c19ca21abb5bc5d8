#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "conformance/route/knobs.h"
#include "opencl/program/kernel_file.h"
#include "specs/spec.h"

namespace assay::conformance {

/// The operators' kernel files, each read when first asked for. Needs no device. A backend's
/// operators stand as files of one variant without a kernel.
class KernelLibrary {
 public:
  /// `folder`: its `OPERATOR.cl` files stand in for those built in.
  explicit KernelLibrary(std::optional<std::filesystem::path> folder,
                         std::optional<std::filesystem::path> backend = {})
      : folder_(std::move(folder)), backend_(std::move(backend)) {}

  static constexpr const char* kBackendVariant = "backend";

  /// Throws opencl::KernelFileError.
  const opencl::KernelFile& of(const specs::Spec& spec);

  /// The operator's knobs, its variants among them.
  const Knobs& knobs(const specs::Spec& spec);

  /// The variants that a device can run on these data types (by tensor place).
  std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                              std::span<const ops::DataType> types,
                                              const opencl::DeviceInfo& device);

 private:
  std::optional<std::filesystem::path> folder_, backend_;
  std::map<const specs::Spec*, std::unique_ptr<opencl::KernelFile>> files_;
  std::map<const specs::Spec*, std::unique_ptr<Knobs>> knobs_;
};

}  // namespace assay::conformance
