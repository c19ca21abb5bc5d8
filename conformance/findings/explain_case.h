#pragma once

#include <cstdint>
#include <optional>

#include "conformance/find/check.h"
#include "conformance/find/investigate.h"
#include "conformance/findings/finding.h"
#include "conformance/run/runner.h"

namespace assay::conformance {

/// What was found out about one case.
struct ExplainedCase {
  Checked checked;
  /// How many random cases of its operator were judged beside it, and how many of them failed.
  std::uint64_t judged = 0, failed = 0;
  /// The finding to which the case belongs. Nothing where it passes.
  std::optional<Finding> finding;
};

/// Checks a valid case. Where it fails, judges some thousand random cases of its operator for up to
/// `seconds`, and tells in as many seconds more what those that fail like it have in common. Ends
/// with what it knows once `patience` gives false.
ExplainedCase explain_case(Runner& runner, KernelLibrary& library,
                           const specs::Catalogue& catalogue, const specs::Case& c,
                           const Route& route, double seconds, const Patience& patience = {});

}  // namespace assay::conformance
