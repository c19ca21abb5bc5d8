#pragma once

#include <cstdint>

namespace assay::opencl {

/// What a driver's compiler was given, and the seconds that it took.
struct Builds {
  /// Programs that were built, and kernels that were launched for the first time at a local size,
  /// or for the first time there with a global offset: many drivers compile at such a launch.
  std::uint64_t programs = 0, kernels = 0;
  /// The seconds of these builds and launches.
  double seconds = 0;

  Builds& operator+=(const Builds& other) {
    programs += other.programs;
    kernels += other.kernels;
    seconds += other.seconds;
    return *this;
  }
  Builds operator-(const Builds& before) const {
    return {programs - before.programs, kernels - before.kernels, seconds - before.seconds};
  }
};

}  // namespace assay::opencl
