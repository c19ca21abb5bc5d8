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
    /// What was not reached, such as `axis: at its low edge` or `level=4_1 fill=special`. Of pairs,
    /// only the first kListed are kept.
    std::vector<std::string> rules_missing, pairs_missing;
  };
  static constexpr std::size_t kListed = 100;
  std::vector<OfOperator> operators;

  Share rules() const;
  Share pairs() const;
  /// The smaller of rules() and pairs(), in percent. `--min-coverage` is compared with it.
  double least() const;
};

Coverage measure_coverage(const std::vector<const specs::Spec*>& operators, const Tally& tally,
                          const PairCoverage& pairs, GoalLibrary& goals);

/// The `coverage` of `run.json`. It also has the number of skips by reason.
specs::Json coverage_to_json(const Coverage& coverage, const Tally& tally);

}  // namespace assay::conformance
