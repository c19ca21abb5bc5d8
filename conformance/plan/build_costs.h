#pragma once

#include <cstdint>

namespace assay::conformance {

/// What building is taken to cost when cases are chosen. The numbers are data, measured with PoCL
/// 3.1 on one core of an AMD EPYC, and no clock is read: the same seed gives the same cases on any
/// machine and device.
struct BuildCosts {
  /// One program, whatever stands in it.
  static constexpr double kProgramMilliseconds = 100;
  /// One kernel at one local size.
  static constexpr double kKernelMilliseconds = 85;
  /// One case within programs that are built.
  static constexpr double kCaseMilliseconds = 0.01;
  /// What a random campaign may spend, beside one build for each operator with each data type,
  /// before it has many cases.
  static constexpr double kAllowanceMilliseconds = 10000;
  /// The milliseconds that may be spent in builds for each millisecond spent in cases: while new
  /// builds bring new pairs of what builds differ in, and afterwards.
  static constexpr double kShareWhileGrowing = 1, kShareAfterwards = 0.125;
};

}  // namespace assay::conformance
