#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/route/knobs.h"
#include "opencl/program/kernel_file.h"
#include "specs/spec.h"

namespace assay::conformance {

/// The kernel files of the operators. Each is read when it is first asked for. No device is needed.
/// With a backend, the file of each operator has one variant, kBackendVariant, and no kernel.
class KernelLibrary {
 public:
  /// The kernel files in `folder` replace the built-in ones (opencl::load_kernels()). `backend` is
  /// the path of a vendor's library.
  explicit KernelLibrary(std::optional<std::filesystem::path> folder,
                         std::optional<std::filesystem::path> backend = {})
      : folder_(std::move(folder)), backend_(std::move(backend)) {}

  static constexpr const char* kBackendVariant = "backend";

  /// Throws opencl::KernelFileError.
  const opencl::KernelFile& of(const specs::Spec& spec);

  /// The files of `folder` that kernels of these operators are read from, by operator. Throws
  /// opencl::KernelFileError.
  std::map<std::string, std::vector<std::string>> own_files(
      const std::vector<const specs::Spec*>& operators);

  /// The operator's knobs. The variant is one of them.
  const Knobs& knobs(const specs::Spec& spec);

  /// The variants that a device can run on these data types, which are in the order of the tensors'
  /// places.
  std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                              std::span<const ops::DataType> types,
                                              const opencl::DeviceInfo& device);

 private:
  std::optional<std::filesystem::path> folder_, backend_;
  std::map<const specs::Spec*, std::unique_ptr<opencl::KernelFile>> files_;
  std::map<const specs::Spec*, std::unique_ptr<Knobs>> knobs_;
};

}  // namespace assay::conformance
