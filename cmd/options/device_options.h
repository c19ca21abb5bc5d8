#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "cmd/options/memory_option.h"
#include "conformance/workers/worker_process.h"

namespace assay::cmd {

/// The options `--device`, `--kernels`, `--log` and the time limits, which every subcommand that
/// runs cases has.
struct DeviceOptions {
  std::string device;
  std::optional<std::filesystem::path> kernels, log, backend;
  std::optional<double> timeout, build_timeout;

  void add_to(CLI::App& app);
  /// Adds `--backend`; call it after add_to(). It is for subcommands that need a runner for cases
  /// but no OpenCL device.
  void add_backend_to(CLI::App& app);
  /// Throws Error where a folder of kernels or specs (`specs`, whose catalogue is `catalogue`)
  /// holds what is no operator's. Call it before such a folder is read.
  void require_files(const specs::Catalogue& catalogue,
                     const std::optional<std::filesystem::path>& specs) const;
  /// Gives the options that workers are started with. `memory` is the share of each worker in
  /// bytes. Where `budget` is given, the campaign takes at most so many seconds, and time limits
  /// are shortened to fit it. `go_on` is Attendance::go_on; drivers are asked under it, too. Throws
  /// Error as require_files() does, and where the file of the backend does not exist.
  conformance::WorkerOptions workers(const specs::Catalogue& catalogue,
                                     const std::optional<std::filesystem::path>& specs,
                                     std::uint64_t memory = MemoryOption().share(1),
                                     std::optional<double> budget = {},
                                     std::function<bool()> go_on = {}) const;
  /// The options that select the same device and kernels or backend, as shell words, such as
  /// `--device NAME --kernels DIR`.
  std::string words(const opencl::DeviceInfo& device) const;
};

}  // namespace assay::cmd
