#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/plan/goals.h"

namespace assay::conformance {

/// Cases that run as one batch, on one route. They have the same operator and data types.
struct CoveringBatch {
  std::vector<specs::Case> cases;
  Route route;
};

/// What a set of cases is to cover.
enum class Strength {
  /// Every level with every data type, every value of the case's knobs, every variant with every
  /// size class, and every edge of every rule. The routes are the simplest.
  Values,
  /// All possible pairs of knobs, every edge of every rule, and all possible turning points.
  Pairs
};

/// Whether a covering of values has all cases of this operator come by value. One operator in three
/// does, and each does for one of three seeds that follow each other. All of an operator's cases
/// come alike, since drivers build each program for one way.
bool covers_by_value(const std::string& name, std::uint64_t seed);

/// A small number of batches that cover an operator's goals, and for which drivers build little.
/// They are the same for the same seed on any machine.
std::vector<CoveringBatch> cover(const Goals& goals, const opencl::KernelFile& kernels,
                                 Strength strength, std::uint64_t seed);

}  // namespace assay::conformance
