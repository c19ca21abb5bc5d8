// The option that bounds the memory of workers.
#include "cmd/options/memory_option.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace assay::cmd {
namespace {

/// The bytes that a worker needs at least: for a driver with its compiler, for programs and a
/// batch.
constexpr std::uint64_t kLeast = std::uint64_t{512} << 20;
/// No machine has as much.
constexpr std::uint64_t kMost = std::uint64_t{1} << 50;

std::uint64_t machine_bytes() {
  std::uint64_t bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::uint64_t limit = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit) bytes = std::min(bytes, limit);
  return bytes;
}

}  // namespace

MemoryOption::MemoryOption() : bytes_(std::max(machine_bytes() / 4, 2 * kLeast)) {}

void MemoryOption::add_to(CLI::App& app) {
  app.add_option("--memory", bytes_,
                 fmt::format("What all workers may take, as in 4G (default: a quarter, {:.1f}G)",
                             static_cast<double>(bytes_) / (1 << 30)))
      ->transform(CLI::Validator(
          [](std::string& bytes) {
            const std::string given = bytes;
            const std::string refused = given + ": give 1G or more, as in 4G";
            try {
              if (!CLI::AsSizeValue(/*kb_is_1000=*/false)(bytes).empty()) return refused;
            } catch (const CLI::Error&) {
              return refused;
            }
            const std::uint64_t all = std::strtoull(bytes.c_str(), nullptr, 10);
            // A negative number has become a huge one here.
            return all < 2 * kLeast || all > kMost ? refused : std::string();
          },
          ""))
      ->type_name("SIZE");
}

unsigned MemoryOption::bounded(unsigned jobs) const {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(bytes_ / kLeast - 1, 1, jobs));
}

}  // namespace assay::cmd
