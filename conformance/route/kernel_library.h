#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/route/arithmetic.h"
#include "conformance/route/knobs.h"
#include "opencl/program/kernel_file.h"
#include "specs/spec.h"

namespace assay::conformance {

/// The kernel files of the operators. Each is read when it is first asked for. No device is needed.
/// With a backend, the file of each operator has one variant, kBackendVariant, and no kernel.
class KernelLibrary {
 public:
  /// Whose the kernels of a folder are. Those of a test, with a defect in them, stand for ours.
  enum class Folder : std::uint8_t { OfUser, OfOurs };

  /// The kernel files in `folder` replace the built-in ones (opencl::load_kernels()). `backend` is
  /// the path of a vendor's library.
  explicit KernelLibrary(std::optional<std::filesystem::path> folder,
                         std::optional<std::filesystem::path> backend = {},
                         Folder whose = Folder::OfUser)
      : folder_(std::move(folder)), backend_(std::move(backend)), whose_(whose) {}

  static constexpr const char* kBackendVariant = "backend";

  /// Throws opencl::KernelFileError.
  const opencl::KernelFile& of(const specs::Spec& spec);

  /// The files of `folder` that kernels of these operators are read from, by operator. Throws
  /// opencl::KernelFileError.
  std::map<std::string, std::vector<std::string>> own_files(
      const std::vector<const specs::Spec*>& operators);

  /// What is known of the arithmetic of a variant of this operator's file. Nothing is known of sums
  /// (it is free) for a backend, and for kernels or included files from the user's folder, unless
  /// the variant declares the depth of its sums.
  Arithmetic arithmetic(const specs::Spec& spec, const opencl::Variant& variant, Flushed flushed);

  /// What is known of the arithmetic by which others computed the expected answer of a case file:
  /// that it was done in halves if the variant that the case's route names does this. `variant` may
  /// be empty or unknown.
  Arithmetic arithmetic_of_answer(const specs::Spec& spec, const std::string& variant,
                                  Flushed flushed);

  /// The variants that take data types which the operator has.
  std::vector<const opencl::Variant*> variants(const specs::Spec& spec);

  /// The operator's knobs. The variant is one of them.
  const Knobs& knobs(const specs::Spec& spec);

  /// The variants that a device can run on these data types, which are in the order of the tensors'
  /// places.
  std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                              std::span<const ops::DataType> types,
                                              const opencl::DeviceInfo& device);

 private:
  bool is_of_folder(const std::string& file) const;

  std::optional<std::filesystem::path> folder_, backend_;
  Folder whose_;
  std::map<const specs::Spec*, std::unique_ptr<opencl::KernelFile>> files_;
  std::map<const specs::Spec*, std::unique_ptr<Knobs>> knobs_;
};

}  // namespace assay::conformance
