#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "cmd/options/memory_option.h"
#include "conformance/workers/worker_process.h"

namespace assay::cmd {

/// `--device`, `--kernels` and the time limits, which every subcommand that runs cases has.
struct DeviceOptions {
  std::string device;
  std::optional<std::filesystem::path> kernels, log, backend;
  std::optional<double> timeout, build_timeout;

  void add_to(CLI::App& app);
  /// `--backend`, after add_to(): for the subcommands that run cases and nothing else.
  void add_backend_to(CLI::App& app);
  /// How workers are to be started, each with its share of memory in bytes, for a campaign of at
  /// most `budget` seconds where there is one. Throws Error where there is no such folder.
  conformance::WorkerOptions workers(const std::optional<std::filesystem::path>& specs,
                                     std::uint64_t memory = MemoryOption().share(1),
                                     std::optional<double> budget = {}) const;
  /// The options as shell words that select the same: `--device NAME --kernels DIR`.
  std::string words(const opencl::DeviceInfo& device) const;
};

}  // namespace assay::cmd
