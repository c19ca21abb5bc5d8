// Kernel files by operator.
#include "conformance/route/kernel_library.h"

#include <algorithm>

namespace assay::conformance {
namespace {

/// Whether the operator has elements of a data type that the variant takes.
bool has_types_for(const specs::Spec& spec, const opencl::Variant& variant) {
  const auto supports = [&](ops::DataType type) {
    return std::ranges::any_of(spec.support, [&](const specs::Support& s) {
      return std::ranges::all_of(variant.defines, [&](const opencl::Define& d) {
        return d.in == opencl::Define::In::Own ||
               s.rows[d.place].types.contains(static_cast<std::int64_t>(type));
      });
    });
  };
  return std::ranges::any_of(ops::all_data_types(), [&](ops::DataType type) {
    return variant.takes(std::vector(spec.signature.tensor_count, type)) && supports(type);
  });
}

}  // namespace

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
                                     Flushed flushed) {
  const bool is_of_user =
      backend_ || (whose_ == Folder::OfUser &&
                   std::ranges::any_of(of(spec).files, [this](const std::string& file) {
                     return is_of_folder(file);
                   }));
  return is_of_user && !variant.sums ? Arithmetic::free(flushed, variant.computes_in_half())
                                     : Arithmetic::own(variant, flushed);
}

Arithmetic KernelLibrary::arithmetic_of_answer(const specs::Spec& spec, const std::string& variant,
                                               Flushed flushed) {
  // Without a variant, no kernel file is read.
  const opencl::Variant* found = variant.empty() ? nullptr : of(spec).find(variant);
  return Arithmetic::free(flushed, found && found->computes_in_half());
}

std::map<std::string, std::vector<std::string>> KernelLibrary::own_files(
    const std::vector<const specs::Spec*>& operators) {
  std::map<std::string, std::vector<std::string>> own;
  for (const specs::Spec* spec : operators)
    for (const std::string& file : of(*spec).files)
      if (is_of_folder(file)) own[spec->name()].push_back(file);
  return own;
}

std::vector<const opencl::Variant*> KernelLibrary::variants(const specs::Spec& spec) {
  std::vector<const opencl::Variant*> variants;
  for (const opencl::Variant& variant : of(spec).variants)
    if (has_types_for(spec, variant)) variants.push_back(&variant);
  return variants;
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
