#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/keep/kept_ulps.h"

namespace assay::conformance {

/// What became of the largest errors of one result of `assay ulps` in a later one.
struct UlpsDifference {
  /// What was measured in either result; at least one of them has it.
  struct Entry {
    std::optional<UlpError> before, after;
  };
  /// Within the limit before, and beyond it now.
  std::vector<Entry> passed;
  /// Beyond the limit before, and further beyond it now.
  std::vector<Entry> further;
  /// Not measured before, and beyond the limit now.
  std::vector<Entry> fresh_beyond;
  /// Within the limit in both, and greater now.
  std::vector<Entry> grew;
  /// Less now than before, and on the same side of the limit.
  std::vector<Entry> shrank;
  /// Beyond the limit before, and within it now.
  std::vector<Entry> back;
  /// Measured before, and not now.
  std::vector<Entry> missing;
  /// Not measured before, and within the limit now.
  std::vector<Entry> fresh;
  /// How many are as large as before.
  std::uint64_t same = 0;
  /// Whether both results had the same arguments. If not, a small difference may come from these.
  bool same_arguments = true;
  /// Whether all was measured in both results that was to be.
  bool whole = true;

  /// 1 where an error passed its limit, grew beyond it, or is beyond it and was not measured
  /// before; otherwise 3 where one is no longer measured, nothing was measured in both results, or
  /// one of them was cut short; otherwise 0.
  int exit_code() const;
};

UlpsDifference compare_ulps(const Ulps& before, const Ulps& after);

specs::Json ulps_difference_to_json(const UlpsDifference& difference);
/// The difference as text for people, with at most `most` entries of each list.
std::string ulps_difference_text(const UlpsDifference& difference, std::size_t most);

}  // namespace assay::conformance
