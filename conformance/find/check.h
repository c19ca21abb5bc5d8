#pragma once

#include <string>
#include <vector>

#include "conformance/run/record.h"
#include "conformance/run/runner.h"

namespace assay::conformance {

/// The judgement of a case that ran alone, and the route on which it ran.
struct Checked {
  Route route;
  Judgement judgement;
  /// The variants that were tried and by which the case failed. The first is that of the route.
  std::vector<std::string> failing = {};
};

/// Runs a valid case alone on a route and judges it. If the route names no variant, the variants
/// that the device can run are tried in turn; the variants after one that hangs are not tried. The
/// result is the first divergence, or else the last judgement. A case that fails is run again, and
/// is Flaky if it does not fail each time.
Checked check(Runner& runner, const specs::Case& c, const Route& route);

}  // namespace assay::conformance
