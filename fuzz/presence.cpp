#include "fuzz/presence.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "conformance/base/output_file.h"
#include "fuzz/environment.h"

namespace assay::fuzz {
namespace {

bool is_in_input = false;

const std::filesystem::path& own_file() {
  static const auto* const file = new std::filesystem::path(
      std::filesystem::path(setting("ASSAY_FUZZ_RUNNING")) / std::to_string(::getpid()));
  return *file;
}

void end_process() {
  if (is_in_input) return;
  std::error_code ignored;
  std::filesystem::remove(own_file(), ignored);
}

}  // namespace

void begin_process() {
  if (setting("ASSAY_FUZZ_RUNNING").empty()) return;
  conformance::OutputFile(own_file()).close();
  std::atexit(end_process);
}

InInput::InInput() { is_in_input = true; }
InInput::~InInput() { is_in_input = false; }

}  // namespace assay::fuzz
