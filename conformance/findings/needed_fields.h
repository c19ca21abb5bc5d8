#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/findings/finding.h"
#include "conformance/route/route.h"

namespace assay::conformance {

/// Which fields of their routes failures need: those without which the case passes. The cases of a
/// batch have one route, so what is known of some of them holds for all that fail alike.
class NeededFields {
 public:
  /// What shrinking left of the routes is needed.
  NeededFields(const std::vector<FailedCase>& failed, const specs::Catalogue& catalogue);

  /// A simpler route for a case, and whether it fails there.
  struct Tried {
    Route route;
    bool failed = false;
  };
  /// Runs the case of a shrunk line without each of the fields of its route.
  static std::vector<Tried> without_each(const specs::Case& c, const Route& route,
                                         const TryCase& try_case);

  /// Whether nothing is known of the batch of this failure.
  bool is_unknown(const FailedCase& failed) const { return !needed_.contains(key_of(failed)); }
  /// Runs a failed case, whose route this is, with fields of its route usual, and keeps what it
  /// needs beside what others of its batch need. Gives what ran.
  std::vector<Tried> find_out(const FailedCase& failed, const specs::Case& c, const Route& route,
                              const TryCase& try_case);

  /// The route of a failed case, where all fields are usual that its batch is known not to need.
  Route reduced(const FailedCase& failed, Route route) const;
  /// Whether the value of a field may be a cause of the failure. Where some fields are needed,
  /// others are none, usual as they may be. Where none is needed, a usual value may be one.
  bool may_be_cause(const FailedCase& failed, std::string_view field) const;

 private:
  using Key = std::pair<std::uint64_t, std::string>;
  static Key key_of(const FailedCase& failed) { return {failed.batch_number, failed.failure}; }

  /// For a batch and a way to fail, a bit for each of route_fields() that is needed.
  std::map<Key, std::uint64_t> needed_;
};

}  // namespace assay::conformance
