#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "specs/json.h"

namespace assay::conformance {

/// What became of the cases of one run in a later one.
struct Difference {
  struct Case {
    std::string name;
    /// Statuses as written; empty where the run does not have the case.
    std::string before, after;
  };
  /// `fixed` failed and pass now; `broken` passed and fail now; `changed` fail with another status
  /// than before.
  std::vector<Case> fixed, broken, changed;
  /// `missing` were tested and are not now; `fresh` were not tested and pass now; `fresh_failing`
  /// were not tested and fail now.
  std::vector<Case> missing, fresh, fresh_failing;
  /// These would be broken, changed or fresh_failing, but a waiver covers the failure.
  std::vector<Case> waived;
  /// How many cases, tested in both runs, are in none of these lists.
  std::uint64_t same = 0;
  /// How many cases were tested in both runs.
  std::uint64_t compared = 0;
  /// How much of its permitted interval a passing answer of an operator used at most (0 … 1), where
  /// this grew by 0.01 or more.
  struct Headroom {
    std::string operator_name;
    double before = 0, after = 0;
  };
  std::vector<Headroom> headroom;
  /// A finding of either run, told as in the later one that has it. `before` and `after`: how many
  /// cases it has, 0 where the run does not have it.
  struct Finding {
    std::string key, title, sentence;
    std::uint64_t before = 0, after = 0;
  };
  /// The findings whose number of cases is another one than before: the new ones first, then those
  /// that are gone.
  std::vector<Finding> findings;
  /// How many findings have as many cases as before.
  std::uint64_t same_findings = 0;

  /// 1 where a case is broken or a newly tested case fails; otherwise 3 where a case is no longer
  /// tested or no case was compared; otherwise 0.
  int exit_code() const;
};

/// Compares two runs, each named by its folder or by a results file of assay or deqp-runner.
/// Headroom and findings are compared where both are folders. `gate` knows what is waived; it is
/// opened for the device of `after`. Throws Error, also where a waiver names a device and `after`
/// is a file, which does not say its device.
Difference compare_runs(const std::filesystem::path& before, const std::filesystem::path& after,
                        Gate& gate);

specs::Json difference_to_json(const Difference& difference);
/// The difference as text for people, with at most `most` cases of each list.
std::string difference_text(const Difference& difference, std::size_t most);

}  // namespace assay::conformance
