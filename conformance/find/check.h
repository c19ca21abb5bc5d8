#pragma once

#include <vector>

#include "conformance/run/record.h"
#include "conformance/run/runner.h"

namespace assay::conformance {

/// A case judged alone, and the route on which it was.
struct Checked {
  Route route;
  Judgement judgement;
};

/// Judges a valid case alone by a route. Where that names no variant, every variant that the
/// device offers runs: the first divergence is the answer, else the last. A failure is run again,
/// so that one that comes and goes is Flaky.
Checked check(Runner& runner, const specs::Case& c, const Route& route);

}  // namespace assay::conformance
