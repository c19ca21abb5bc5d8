// Two programs, one after the other, in a folder of their own. The translator knows no instructions
// that only optimizers make, so clang's passes are left to the driver; a clang that is newer than
// the translator may write what it cannot read, so pairs of one version are taken.
#include "opencl/device/spirv.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace assay::opencl {
namespace {

bool is_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

struct Tools {
  std::string clang, translator;
};

const std::optional<Tools>& tools() {
  static const std::optional<Tools> found = []() -> std::optional<Tools> {
    for (const char* version : {"-15", "-16", "-17", "-18", "-19", "-14", ""})
      if (Tools t{std::string("clang") + version, std::string("llvm-spirv") + version};
          is_program(t.clang) && is_program(t.translator))
        return t;
    return std::nullopt;
  }();
  return found;
}

/// A folder that goes with the scope.
struct ScratchFolder {
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-spirv-XXXXXX").string();
    if (::mkdtemp(name.data())) folder = name;
  }
  ~ScratchFolder() {
    std::error_code none;
    if (!folder.empty()) std::filesystem::remove_all(folder, none);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::filesystem::path folder;
};

bool succeeds(const std::string& command) { return std::system(command.c_str()) == 0; }

}  // namespace

bool can_make_spirv() { return tools().has_value(); }

std::optional<std::vector<char>> make_spirv(const std::string& source, const std::string& options) {
  if (!tools()) return std::nullopt;
  const ScratchFolder scratch;
  if (scratch.folder.empty()) return std::nullopt;
  std::ofstream(scratch.folder / "kernels.cl") << source;
  const std::string folder = scratch.folder.string();
  // The words of `options` are those of build_options(): none needs quotes.
  if (!succeeds(fmt::format("{0} -x cl -target spir64 -O1 -Xclang -disable-llvm-passes {1} "
                            "-emit-llvm -c -o '{2}/kernels.bc' '{2}/kernels.cl' > /dev/null 2>&1",
                            tools()->clang, options, folder)) ||
      !succeeds(fmt::format("{0} -o '{1}/kernels.spv' '{1}/kernels.bc' > /dev/null 2>&1",
                            tools()->translator, folder)))
    return std::nullopt;
  std::ifstream file(scratch.folder / "kernels.spv", std::ios::binary);
  std::vector<char> module{std::istreambuf_iterator<char>(file), {}};
  if (module.empty()) return std::nullopt;
  return module;
}

}  // namespace assay::opencl
