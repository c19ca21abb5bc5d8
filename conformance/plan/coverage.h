#pragma once

#include <string>
#include <vector>

#include "conformance/plan/goals.h"
#include "conformance/plan/pair_coverage.h"
#include "conformance/plan/tally.h"
#include "specs/json.h"

namespace assay::conformance {

struct Share {
  std::uint64_t reached = 0, of = 0;
  /// 100 where there is nothing to reach.
  double percent() const;
};

/// How much of the specification judged cases put to work, out of what it makes possible.
struct Coverage {
  struct OfOperator {
    const specs::Spec* spec = nullptr;
    /// Each rule satisfied, at each edge that it has, and violated: a case that breaks it alone was
    /// refused for it alone.
    Share rules;
    /// Pairs of knob values.
    Share pairs;
    /// What was not reached: `axis: at its low edge`, `level=4_1 fill=special`; of pairs the first
    /// kListed.
    std::vector<std::string> rules_missing, pairs_missing;
  };
  static constexpr std::size_t kListed = 100;
  std::vector<OfOperator> operators;

  Share rules() const;
  Share pairs() const;
  /// The least of both, in percent: what `--min-coverage` asks for.
  double least() const;
};

Coverage measure_coverage(const std::vector<const specs::Spec*>& operators, const Tally& tally,
                          const PairCoverage& pairs, GoalLibrary& goals);

/// The `coverage` of `run.json`; skips are in it by reason, apart.
specs::Json coverage_to_json(const Coverage& coverage, const Tally& tally);

}  // namespace assay::conformance
