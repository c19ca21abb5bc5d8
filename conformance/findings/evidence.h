#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/findings/finding.h"
#include "conformance/findings/needed_fields.h"
#include "conformance/findings/properties.h"
#include "conformance/findings/separate.h"

namespace assay::conformance {

/// The cases that a run judged, as examples. What passed is drawn again, since runs do not keep it.
class Evidence {
 public:
  /// Draws the run's batches again, up to some thousand cases of each operator that failed, and as
  /// many of all others together.
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
  void draw_batch(const BatchPlan& plan, std::uint64_t batch);
  std::vector<Properties::Id> causes_of(const FailedCase& failed, const specs::Case& c,
                                        const Route& route);

  const ExplainedRun& run_;
  Properties properties_;
  NeededFields needed_;
  /// The batches' numbers and the lines of the failed cases.
  std::set<std::pair<std::uint64_t, std::string>> failed_;
  /// How many more passing cases of each operator may be drawn.
  std::map<const specs::Spec*, std::size_t> most_;
  std::vector<Example> passing_;
};

}  // namespace assay::conformance
