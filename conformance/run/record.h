#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "conformance/verdict/verdict.h"

namespace assay::conformance {

/// What failures are counted by in a campaign: the first few of each kind are shrunk.
struct FailureKind {
  std::string operator_name;
  /// The verdict that the case had when it first failed.
  Verdict verdict = Verdict::Wrong;
  std::string variant;
  friend auto operator<=>(const FailureKind&, const FailureKind&) = default;
};

/// A divergence, found and shrunk.
struct Record {
  specs::Case found;
  Route route;
  Judgement judgement;
  /// The smallest case that fails alike, where it was shrunk.
  std::optional<specs::Case> shrunk;
  Route shrunk_route;
  Judgement shrunk_judgement;
  /// Where the failure needs its batch: all cases of the batch, minimised; `found` is one of them.
  std::vector<specs::Case> batch;
  double seconds = 0;
  /// In a campaign: the number of the batch in which it was found, and the verdict that the case
  /// had when it first failed.
  std::uint64_t batch_number = 0;
  Verdict seen = Verdict::Wrong;

  const specs::Case& smallest() const { return shrunk ? *shrunk : found; }
  const Route& smallest_route() const { return shrunk ? shrunk_route : route; }
  const Judgement& smallest_judgement() const { return shrunk ? shrunk_judgement : judgement; }
  FailureKind kind() const;
  /// The whole line, route and all.
  std::string line() const;
  std::string shrunk_line() const;
  /// The whole lines of the batch.
  std::vector<std::string> batch_lines() const;
};

/// A case's line with its route.
std::string line_of(const specs::Case& c, const Route& route);

}  // namespace assay::conformance
