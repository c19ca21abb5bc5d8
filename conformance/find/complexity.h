#pragma once

#include <cstdint>
#include <vector>

#include "conformance/route/route.h"
#include "specs/case.h"

namespace assay::conformance {

/// A case on a route.
struct Routed {
  specs::Case c;
  Route route;
  friend bool operator==(const Routed&, const Routed&) = default;
};

/// How complex a case is. Of two cases that fail alike, the one with the smaller complexity is the
/// better reproducer.
std::vector<std::uint64_t> complexity(const Routed& r);

}  // namespace assay::conformance
