#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "conformance/run/worker_state.h"
#include "conformance/workers/worker.h"
#include "opencl/device/device.h"

namespace assay::conformance {

/// How workers are started, and how long they may take.
struct WorkerOptions {
  WorkerSetup setup;
  /// Seconds for one batch on the device; and seconds for one build, or for the first launch of its
  /// kind, during which drivers may still build (at least `timeout`).
  double timeout = 60, build_timeout = 120;
  /// Seconds for work of the worker itself, outside the driver.
  double host_timeout = 300;
  /// After so many launches at which a driver may compile, a new worker replaces the worker: for
  /// most such launches, drivers keep something as long as the process lives (PoCL keeps a
  /// library).
  std::uint64_t most_first_runs = 3000;
  /// What the driver writes to stderr is appended to this file. If it is not set, only the end of
  /// it is kept, for verdicts.
  std::optional<std::filesystem::path> log;
  /// The device that a worker opened before. A worker that finds another one (difference()), as
  /// where a device is lost, is not used. If it is empty, any may be found.
  std::optional<opencl::DeviceInfo> opened = {};
  /// The program to start, with the subcommand `worker`.
  std::filesystem::path program = "/proc/self/exe";
  /// Asked during waits as Attendance::go_on is; and Attendance::gone and Attendance::crashed_idle.
  std::function<bool()> go_on = {};
  std::function<void(const std::string& why)> gone = {}, crashed_idle = {};

  /// Lowers the limits to half of a budget of so many seconds, so that a hang is found within it,
  /// but not below 30 s.
  void keep_within(double budget);
  /// Seconds that a worker may spend at a stage.
  double limit(Stage stage) const;
};

}  // namespace assay::conformance
