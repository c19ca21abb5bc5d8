#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "specs/json.h"

namespace assay::conformance {

/// What became of the cases of one run in another.
struct Difference {
  struct Case {
    std::string name;
    /// Statuses as written; empty where the run does not have the case.
    std::string before, after;
  };
  /// Failed and passes; passed and fails; fails in another way; was tested and is not; was not
  /// tested and passes, or fails; and of those that broke, changed or are new and fail: covered by
  /// a waiver.
  std::vector<Case> fixed, broken, changed, missing, fresh, fresh_failing, waived;
  std::uint64_t same = 0;
  /// Cases that were judged in both.
  std::uint64_t compared = 0;
  /// The largest share of a permitted interval that a passing answer used, where it grew by a
  /// hundredth or more: 0 … 1.
  struct Headroom {
    std::string operator_name;
    double before = 0, after = 0;
  };
  std::vector<Headroom> headroom;

  /// 1 where something broke, or is new and fails; 3 where nothing did, but something is no longer
  /// tested, or nothing was compared.
  int exit_code() const;
};

/// Compares two runs: their folders, or results files of our own or deqp-runner's. Headroom needs
/// the folders' run.json. `gate` knows what is waived; it is opened for the device of `after`.
/// Throws Error, also where waivers ask for a device and `after` is a file.
Difference compare_runs(const std::filesystem::path& before, const std::filesystem::path& after,
                        Gate& gate);

specs::Json difference_to_json(const Difference& difference);
/// For people; of long lists the first `most`.
std::string difference_text(const Difference& difference, std::size_t most);

}  // namespace assay::conformance
