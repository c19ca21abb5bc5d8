// The loader says nothing of a layer that it cannot load. A layer that it did load is a library of
// this process.
#include "opencl/device/layers.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "opencl/device/device.h"

namespace assay::opencl {
namespace {

bool is_loaded(const std::string& library) {
  void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle) ::dlclose(handle);
  return handle;
}

/// Why a library cannot be loaded; empty if it can.
std::string layer_trouble(const std::string& library) {
  if (void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
    ::dlclose(handle);
    return "it refuses to be loaded as a layer";
  }
  const char* const reason = ::dlerror();
  return reason ? reason : library;
}

}  // namespace

Layers::Layers() {
  if (const char* const names = std::getenv("OPENCL_LAYERS")) names_ = names;
}

void Layers::require_loaded() const {
  const char* const folder = std::getenv("OPENCL_LAYER_PATH");
  std::istringstream names(names_);
  for (std::string name; std::getline(names, name, ':');) {
    if (name.empty() || is_loaded(name)) continue;
    if (folder && is_loaded(std::filesystem::path(folder) / name)) continue;
    throw DeviceError(
        fmt::format("OPENCL_LAYERS: the layer {} is not loaded: {}", name, layer_trouble(name)));
  }
  if (const char* const fault = std::getenv("ASSAY_FAULT");
      fault && *fault && names_.find("assay_faults") == names_.npos)
    throw DeviceError(
        fmt::format("ASSAY_FAULT is {}, but OPENCL_LAYERS does not name libassay_faults.so, so no "
                    "fault acts",
                    fault));
}

}  // namespace assay::opencl
