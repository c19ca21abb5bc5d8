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
/// batch have one route. What is known of a few of those that fail alike is taken for known of all.
class NeededFields {
 public:
  /// What shrinking left of the routes is needed.
  NeededFields(const std::vector<FailedCase>& failed, const specs::Catalogue& catalogue);

  /// A simpler route for a case, and how the case fails there; empty where it passes.
  struct Tried {
    Route route;
    std::string failure;
  };
  /// Runs the case of a failure's shrunk line without each of the fields of its route, and keeps
  /// without which it passes. Where a run is not judged, nothing is kept. Gives what ran: nothing
  /// where that is known of the same line.
  std::vector<Tried> without_each(const FailedCase& failed, const specs::Case& c,
                                  const Route& route, const TryCase& try_case);

  /// How many more failures like this, of its batch, must be looked at until it is known.
  std::size_t wanting(const FailedCase& failed) const;
  /// Runs a failed case, whose route this is, with fields of its route usual, and keeps what it
  /// needs beside what others of its batch need. Where a run is not judged, nothing is kept. Gives
  /// what ran.
  std::vector<Tried> find_out(const FailedCase& failed, const specs::Case& c, const Route& route,
                              const TryCase& try_case);

  /// The route of a failed case, where all fields are usual that its batch is known not to need.
  Route reduced(const FailedCase& failed, Route route) const;
  /// Whether the value of a field may be a cause of the failure. Where some fields are needed,
  /// others are none, usual as they may be. Where none is needed, a usual value may be one.
  bool may_be_cause(const FailedCase& failed, std::string_view field) const;
  /// The fields, as bits in the order of route_fields(), without each of which its shrunk case was
  /// seen to pass. Where it was not shrunk: without each of which all those pass that were looked
  /// at of its batch and that fail alike.
  std::uint64_t proven(const FailedCase& failed) const;

 private:
  /// Of failures of a batch that fail alike: how many there are, of how many it is known what they
  /// need, and a bit for each of route_fields() that one of these needs.
  struct Needed {
    std::size_t failing = 0, known = 0;
    std::uint64_t fields = 0;
    /// Of how many it is known without which fields they pass, and the fields of which that is so
    /// for all of these.
    std::size_t seen = 0;
    std::uint64_t proven = ~std::uint64_t{0};
    void prove(std::uint64_t fields);
  };
  using Key = std::pair<std::uint64_t, std::string>;
  static Key key_of(const FailedCase& failed) { return {failed.batch_number, failed.failure}; }
  /// Null where too little is known.
  const Needed* known(const FailedCase& failed) const;

  std::map<Key, Needed> needed_;
  /// For each shrunk line that ran without each of its fields: those without which it passes.
  std::map<std::string, std::uint64_t> proven_of_line_;
};

}  // namespace assay::conformance
