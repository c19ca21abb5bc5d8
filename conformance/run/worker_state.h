#pragma once

#include <atomic>
#include <cstdint>

namespace assay::conformance {

/// What a worker is at. FirstRun: a launch unlike those before, at which drivers may compile still;
/// it has the time limit of builds. Preparing: while the device runs, this host is at what comes
/// next, which has no limit. Refusing: a backend has an invalid descriptor to refuse.
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
  /// CLOCK_MONOTONIC, in nanoseconds.
  std::atomic<std::uint64_t> since{0};
  /// How often it came to FirstRun, though not from Preparing.
  std::atomic<std::uint64_t> first_runs{0};

  void enter(Stage s);
};

/// CLOCK_MONOTONIC, in nanoseconds.
std::uint64_t monotonic_nanoseconds();

}  // namespace assay::conformance
