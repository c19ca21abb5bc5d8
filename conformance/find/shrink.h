#pragma once

#include <cstdint>
#include <functional>
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

/// Whether a candidate is still interesting: fails alike.
using Interesting = std::function<bool(const Routed&)>;

/// The smallest interesting case that edits and repairs lead to from `start`, which is interesting.
/// Each step edits one thing (a dimension dropped, a size or a value moved towards its simplest, a
/// stride or a fill made plain), repairs, and keeps the result where it is simpler and still
/// interesting. Deterministic; asks at most `most_questions` times.
Routed shrink(const Routed& start, const Interesting& interesting, unsigned most_questions = 2000);

/// The fewest of the numbers 0 … count−1 that are still interesting together, by halving (delta
/// debugging); all of them are.
std::vector<std::size_t> shrink_list(
    std::size_t count, const std::function<bool(const std::vector<std::size_t>&)>& interesting);

/// How simple a case is; of two that fail alike the lesser is the better reproducer.
std::vector<std::uint64_t> complexity(const Routed& r);

}  // namespace assay::conformance
