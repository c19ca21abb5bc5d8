// Runs a target once on each input from files and folders, without a fuzzing engine, so any
// compiler can build it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/engine.h"
#include "ops/error.h"
#include "specs/json.h"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

// The first function is normally the engine's. The second is for targets that do not define it.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t*, std::size_t size, std::size_t) {
  return size;
}
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int*, char***) { return 0; }

int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  std::size_t inputs = 0;
  try {
    for (int i = 1; i < argc; ++i)
      for (const fs::path& file : files_of(argv[i])) {
        const std::string text = assay::specs::read_file(file);
        // The name of the input is printed first, because the target may abort.
        fmt::print("{}\n", file.string());
        std::fflush(stdout);
        const std::vector<std::uint8_t> bytes(text.begin(), text.end());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        ++inputs;
      }
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}: {}\n", argv[0], e.what());
    return 2;
  }
  fmt::print("{} inputs\n", inputs);
  return inputs ? 0 : 2;
}
