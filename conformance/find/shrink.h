#pragma once

#include <functional>

#include "conformance/find/complexity.h"

namespace assay::conformance {

/// Whether a candidate is still interesting, which means that it fails alike.
using Interesting = std::function<bool(const Routed&)>;

/// The smallest interesting case that edits and repairs reach from `start`, which must be
/// interesting. Steps of the kernels' shape are dropped first, then data. Each edit changes one
/// thing (it drops a dimension, moves a size or a value towards its simplest, or makes a stride or
/// a fill plain), repairs the case, and keeps it if it is simpler and still interesting.
/// Deterministic. Calls `interesting` at most `most_questions` times.
Routed shrink(const Routed& start, const Interesting& interesting, unsigned most_questions = 2000);

}  // namespace assay::conformance
