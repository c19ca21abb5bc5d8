#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/findings/finding.h"
#include "conformance/findings/needed_fields.h"
#include "conformance/findings/properties.h"
#include "conformance/findings/separate.h"
#include "conformance/plan/batch.h"

namespace assay::conformance {

/// The cases that a run judged, as examples. What passed is drawn again, since runs do not keep it.
class Evidence {
 public:
  /// Draws cases of the run's batches again, up to some thousand of each operator that failed, and
  /// some more of all others together. Each batch gives the same share of its cases. So where cases
  /// of a fault pass now and then, they are as many of one batch's as of another's.
  Evidence(const std::vector<FailedCase>& failed, const ExplainedRun& run);

  /// The passing cases. Some are of operators that never failed.
  const std::vector<Example>& passing() const { return passing_; }
  /// The properties of a failed case, without those of fields of its route that its failure does
  /// not need.
  std::vector<Properties::Id> causes_of(const FailedCase& failed);
  /// The same, and what the failure is known to need.
  Example example_of(const FailedCase& failed);
  /// Runs some of these failures, which are indices into `failed`, with fields of their routes
  /// usual where it is not known which fields are needed. What passes so is among the passing cases
  /// then.
  void find_needed_fields(const std::vector<FailedCase>& failed,
                          const std::vector<std::size_t>& which, const TryCase& try_case);
  /// The properties of a case line with its route.
  std::vector<Properties::Id> properties_of(const std::string& line);
  std::vector<Properties::Id> properties_of(const specs::Case& c, const Route& route);
  Properties& properties() { return properties_; }
  const ExplainedRun& run() const { return run_; }
  /// Whether there is time left to look for causes.
  bool may_go_on() const { return !run_.go_on || run_.go_on(); }

 private:
  /// The cases of an operator in the run.
  struct Share {
    /// How many there are, how many of them failed, and how many that passed are looked at, at
    /// most.
    std::uint64_t cases = 0, failed = 0, most = 0;
    /// How many cases are drawn, and how many there were before the next ones.
    std::uint64_t drawn = 0, before = 0;

    /// Once all are counted, says how many are drawn.
    void decide();
    /// How many of the next `count` cases are drawn.
    std::uint64_t of_next(std::uint64_t count);
  };
  void draw_batch(const BatchPlan& plan, std::uint64_t batch, std::uint64_t count);
  std::vector<Properties::Id> causes_of(const FailedCase& failed, const specs::Case& c,
                                        const Route& route);

  const ExplainedRun& run_;
  Properties properties_;
  NeededFields needed_;
  /// The batches' numbers and the lines of the failed cases.
  std::set<std::pair<std::uint64_t, std::string>> failed_;
  std::map<std::string_view, Share> shares_;
  std::vector<Example> passing_;
};

}  // namespace assay::conformance
