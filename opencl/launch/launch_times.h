#pragma once

namespace assay::opencl {

/// Seconds spent in the parts of launches. Builds are not included, except for what a driver
/// compiles only at the first launch.
struct LaunchTimes {
  /// The host's images of all buffers are made.
  double layout = 0;
  /// Commands are queued and executed. On queues that run commands later, these three can be told
  /// apart only if the launcher waits for each part (Launcher::measure).
  double upload = 0, run = 0, download = 0;
  /// The bytes that came back are compared with the bytes that must not change.
  double guards = 0;

  double total() const { return layout + upload + run + download + guards; }
};

}  // namespace assay::opencl
