// Kernel files by operator.
#include "conformance/route/kernel_library.h"

#include <algorithm>

namespace assay::conformance {

const opencl::KernelFile& KernelLibrary::of(const specs::Spec& spec) {
  auto& file = files_[&spec];
  if (!file && backend_) {
    file = std::make_unique<opencl::KernelFile>();
    file->signature = &spec.signature;
    file->path = backend_->string();
    file->variants.emplace_back().name = kBackendVariant;
  }
  if (!file)
    file = std::make_unique<opencl::KernelFile>(opencl::load_kernels(spec.signature, folder_));
  return *file;
}

bool KernelLibrary::is_of_folder(const std::string& file) const {
  return folder_ && *folder_ / std::filesystem::path(file).filename() == file;
}

Arithmetic KernelLibrary::arithmetic(const specs::Spec& spec, const opencl::Variant& variant,
                                     bool flush32) {
  const bool is_of_user =
      backend_ || (whose_ == Folder::OfUser &&
                   std::ranges::any_of(of(spec).files, [this](const std::string& file) {
                     return is_of_folder(file);
                   }));
  return is_of_user && !variant.sums ? Arithmetic::free(flush32)
                                     : Arithmetic::own(variant, flush32);
}

std::map<std::string, std::vector<std::string>> KernelLibrary::own_files(
    const std::vector<const specs::Spec*>& operators) {
  std::map<std::string, std::vector<std::string>> own;
  for (const specs::Spec* spec : operators)
    for (const std::string& file : of(*spec).files)
      if (is_of_folder(file)) own[spec->name()].push_back(file);
  return own;
}

const Knobs& KernelLibrary::knobs(const specs::Spec& spec) {
  auto& knobs = knobs_[&spec];
  if (!knobs) knobs = std::make_unique<Knobs>(spec, of(spec));
  return *knobs;
}

std::vector<const opencl::Variant*> KernelLibrary::offered(const specs::Spec& spec,
                                                           std::span<const ops::DataType> types,
                                                           const opencl::DeviceInfo& device) {
  return opencl::offered_variants(of(spec), types, device);
}

}  // namespace assay::conformance
