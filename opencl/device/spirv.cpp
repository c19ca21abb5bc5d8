// Clang and llvm-spirv, the translator, run one after the other in a temporary folder. The
// translator does not know instructions that only optimizers make, so clang's passes are disabled
// and optimization is left to the driver. A clang that is newer than the translator may write
// bitcode that the translator cannot read, so both are taken from the same version.
#include "opencl/device/spirv.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "ops/child_process.h"

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

/// The path of a program in PATH, or an empty path.
fs::path program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::path file = fs::path(folder) / name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

struct Tools {
  fs::path clang, translator;
};

const std::optional<Tools>& tools() {
  static const std::optional<Tools> found = []() -> std::optional<Tools> {
    for (const char* version : {"-15", "-16", "-17", "-18", "-19", "-14", ""})
      if (Tools t{program(std::string("clang") + version),
                  program(std::string("llvm-spirv") + version)};
          !t.clang.empty() && !t.translator.empty())
        return t;
    return std::nullopt;
  }();
  return found;
}

/// A temporary folder that is deleted at the end of the scope.
struct ScratchFolder {
  ScratchFolder() {
    std::error_code none;
    std::string name = (fs::temp_directory_path(none) / "assay-spirv-XXXXXX").string();
    if (!none && ::mkdtemp(name.data())) folder = name;
  }
  ~ScratchFolder() {
    std::error_code none;
    if (!folder.empty()) fs::remove_all(folder, none);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  fs::path folder;
};

/// Runs a program with these arguments. True if it ends with exit code 0.
bool succeeds(const fs::path& program, std::vector<std::string> words) {
  words.insert(words.begin(), program.filename().string());
  const auto status = ops::ChildProcess({.program = program, .words = std::move(words)}).wait();
  return status && status->shell_code() == 0;
}

}  // namespace

bool can_make_spirv() { return tools().has_value(); }

std::optional<std::vector<char>> make_spirv(const std::string& source, const std::string& options) {
  if (!tools()) return std::nullopt;
  const ScratchFolder scratch;
  if (scratch.folder.empty()) return std::nullopt;
  std::ofstream text(scratch.folder / "kernels.cl");
  text << source;
  text.close();
  // A full disk leaves a part of it, which clang may take.
  if (!text) return std::nullopt;
  const auto in_folder = [&](const char* name) { return (scratch.folder / name).string(); };
  std::vector<std::string> compile{
      "-x", "cl", "-target", "spir64", "-O1", "-Xclang", "-disable-llvm-passes"};
  // `options` come from build_options(), where no word contains a space.
  std::istringstream options_words(options);
  // OpenCL C 3.1 has all of 3.0, which is the newest that clang knows.
  for (std::string word; options_words >> word;)
    compile.push_back(word == "-cl-std=CL3.1" ? "-cl-std=CL3.0" : word);
  compile.insert(compile.end(),
                 {"-emit-llvm", "-c", "-o", in_folder("kernels.bc"), in_folder("kernels.cl")});
  if (!succeeds(tools()->clang, std::move(compile)) ||
      !succeeds(tools()->translator, {"-o", in_folder("kernels.spv"), in_folder("kernels.bc")}))
    return std::nullopt;
  std::ifstream file(scratch.folder / "kernels.spv", std::ios::binary);
  std::vector<char> module{std::istreambuf_iterator<char>(file), {}};
  if (module.empty()) return std::nullopt;
  return module;
}

}  // namespace assay::opencl
