#pragma once

#include <atomic>
#include <cstdint>

namespace assay::conformance {

/// What a worker is at. FirstRun: a launch unlike those before, at which drivers may compile still;
/// it has the time limit of builds. Preparing: while the device runs, this host is at what comes
/// next, which has the limit of the host's own work, as Idle has where something is asked for.
/// Refusing: a backend has an invalid descriptor to refuse.
enum class Stage : std::uint32_t {
  Starting,
  Idle,
  Building,
  FirstRun,
  Running,
  Preparing,
  Refusing
};

/// Memory that a worker shares with its parent: what it is at, and since when. It outlives the
/// worker, so that the parent can tell what a driver died of.
struct WorkerState {
  std::atomic<Stage> stage{Stage::Starting};
  /// In nanoseconds of the steady clock, which all processes have in common.
  std::atomic<std::uint64_t> since{0};
  /// How often it came to FirstRun, though not from Preparing.
  std::atomic<std::uint64_t> first_runs{0};

  void enter(Stage s);
  /// Since it came to its stage.
  double seconds() const;
};

}  // namespace assay::conformance
