#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "specs/loader.h"

namespace assay::conformance {

/// The options with which a worker is started.
struct WorkerSetup {
  /// The device's name as a glob. If it is empty, the first device is used.
  std::string device;
  std::optional<std::filesystem::path> kernels;
  std::optional<std::filesystem::path> specs;
  /// A vendor's library to test in place of a device.
  std::optional<std::filesystem::path> backend = {};
  /// Bytes of memory that the worker may use. If it is not set, there is no bound.
  std::optional<std::uint64_t> memory = {};
  /// The checks that are left out, by their names in Checks::kNames.
  std::set<std::string> without = {};
};

/// The main function of a worker process. It opens the device, reports it, and then does what the
/// parent requests over `channel_fd` until that closes. `state_fd` is the memory of a WorkerState.
/// It gives the exit status.
int worker_main(const WorkerSetup& setup, int channel_fd, int state_fd);

}  // namespace assay::conformance
