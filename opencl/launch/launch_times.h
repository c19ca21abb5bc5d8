#pragma once

namespace assay::opencl {

/// Seconds spent in the parts of launches. Builds are not in it, but for what a driver compiles at
/// a first launch.
struct LaunchTimes {
  /// The host's images of all buffers are made.
  double layout = 0;
  /// Commands are queued and done. On queues that run commands later, these three are told apart
  /// only where the launcher was asked to wait for each.
  double upload = 0, run = 0, download = 0;
  /// What came back is compared with what may not change.
  double guards = 0;

  double total() const { return layout + upload + run + download + guards; }
};

}  // namespace assay::opencl
