#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "conformance/verdict/verdict.h"

namespace assay::conformance {

/// The kind of a failure. A campaign counts failures by kind, and shrinks the first few of each
/// kind.
struct FailureKind {
  std::string operator_name;
  /// The verdict that the case had when it first failed.
  Verdict verdict = Verdict::Wrong;
  std::string variant;
  friend auto operator<=>(const FailureKind&, const FailureKind&) = default;
};

/// A case on a route.
struct Routed {
  specs::Case c;
  Route route;
  friend bool operator==(const Routed&, const Routed&) = default;
};

/// A divergence, as it was found and as it was shrunk.
struct Record {
  specs::Case found;
  Route route;
  Judgement judgement;
  /// The smallest case that fails alike, if `found` was shrunk. A record with `batch` has none.
  std::optional<specs::Case> shrunk;
  Route shrunk_route;
  Judgement shrunk_judgement;
  /// If the case fails only together with other cases of its batch: the fewest cases that fail
  /// together. `found` is one of them. Otherwise empty.
  std::vector<specs::Case> batch;
  /// If the case fails only where another one ran before it in the same process: that one.
  std::optional<Routed> after;
  double seconds = 0;
  /// In a campaign: the number of the batch in which it was found, and the verdict that the case
  /// had when it first failed.
  std::uint64_t batch_number = 0;
  Verdict seen = Verdict::Wrong;

  const specs::Case& smallest() const { return shrunk ? *shrunk : found; }
  const Route& smallest_route() const { return shrunk ? shrunk_route : route; }
  const Judgement& smallest_judgement() const { return shrunk ? shrunk_judgement : judgement; }
  /// The cases that show it again, as one batch: those of `batch`, or the smallest case alone.
  std::vector<specs::Case> smallest_batch() const;
  FailureKind kind() const;
  /// The line of `found`, with its route.
  std::string line() const;
  std::string shrunk_line() const;
  /// The lines of `batch`, with the route.
  std::vector<std::string> batch_lines() const;
  /// The line of `after`, which must be there.
  std::string after_line() const;
};

/// A case's line with its route.
std::string line_of(const specs::Case& c, const Route& route);

}  // namespace assay::conformance
