// Kernel files by operator.
#include "conformance/route/kernel_library.h"

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

std::map<std::string, std::string> KernelLibrary::own_files(
    const std::vector<const specs::Spec*>& operators) const {
  std::map<std::string, std::string> files;
  std::error_code none;
  for (const specs::Spec* spec : operators)
    if (const auto file = folder_.value_or("") / (spec->name() + ".cl");
        folder_ && std::filesystem::exists(file, none))
      files[spec->name()] = file.string();
  return files;
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
