#pragma once

#include <atomic>
#include <cstdint>

namespace assay::conformance {

/// What a worker is doing. FirstRun: a launch of a new kind, during which the driver may still
/// compile; it has the time limit of builds if that is longer. Preparing: while the device runs,
/// the host prepares the next batch; this has the limit of the host's own work, and so has Idle
/// while a request is open. Refusing: a backend has to refuse an invalid descriptor.
enum class Stage : std::uint32_t {
  Starting,
  Idle,
  Building,
  FirstRun,
  Running,
  Preparing,
  Refusing
};

/// Memory that a worker shares with its parent. It says in which stage the worker is, and since
/// when. It outlives the worker, so that the parent can tell in which stage a driver died.
struct WorkerState {
  std::atomic<Stage> stage{Stage::Starting};
  /// When the stage began, in nanoseconds of the steady clock, which is the same in all processes.
  std::atomic<std::uint64_t> since{0};
  /// How often the worker entered FirstRun, except from Preparing.
  std::atomic<std::uint64_t> first_runs{0};

  void enter(Stage s);
  /// Seconds since the worker entered its stage.
  double seconds() const;
};

}  // namespace assay::conformance
