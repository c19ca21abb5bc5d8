#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "specs/loader.h"

namespace assay::conformance {

/// What a worker is started with.
struct WorkerSetup {
  /// Glob; empty for the first device.
  std::string device;
  std::optional<std::filesystem::path> kernels;
  std::optional<std::filesystem::path> specs;
  /// A vendor's library to test in place of a device.
  std::optional<std::filesystem::path> backend = {};
  /// Bytes that the worker may take; unset: no bound.
  std::optional<std::uint64_t> memory = {};
  /// Checks to leave out, of Checks::kNames.
  std::set<std::string> without = {};
};

/// The life of a worker process: opens the device, tells of it, then does what the parent asks over
/// `channel_fd` until that closes. `state_fd` is the memory of a WorkerState. Nothing but this
/// calls OpenCL.
int worker_main(const WorkerSetup& setup, int channel_fd, int state_fd);

}  // namespace assay::conformance
