#pragma once

#include <string>
#include <vector>

#include "conformance/plan/covered.h"
#include "conformance/plan/goals.h"
#include "conformance/plan/tally.h"
#include "specs/json.h"

namespace assay::conformance {

struct Share {
  std::uint64_t reached = 0, of = 0;
  /// The share in percent; 100 if there is nothing to reach.
  double percent() const;
};

/// How much of what the specification makes possible was covered by judged cases.
struct Coverage {
  struct OfOperator {
    const specs::Spec* spec = nullptr;
    /// The sides of rules: each rule satisfied, at each edge that it has, and violated. Violated
    /// means that the validator refuses a case for this rule and no other.
    Share rules;
    /// Pairs of knob values.
    Share pairs;
    /// Numbers at which code changes its mind.
    Share turning_points;
    /// What was not reached, such as `axis: at its low edge`, `level=4_1 fill=special` or
    /// `size=2^16-1`. Of pairs and of turning points, only the first kListed are kept.
    std::vector<std::string> rules_missing, pairs_missing, turning_points_missing;
  };
  static constexpr std::size_t kListed = 100;
  std::vector<OfOperator> operators;

  Share rules() const;
  Share pairs() const;
  Share turning_points() const;
  /// The smallest of these shares, in percent. `--min-coverage` is compared with it.
  double least() const;
};

Coverage measure_coverage(const std::vector<const specs::Spec*>& operators, const Tally& tally,
                          const Covered& covered, GoalLibrary& goals);

/// The `coverage` of `run.json`. It also has the number of skips by reason.
specs::Json coverage_to_json(const Coverage& coverage, const Tally& tally);

}  // namespace assay::conformance
