#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "conformance/verdict/verdict.h"

namespace assay::conformance {

// A status is what a row of a results file says of its case: a verdict's name, or a word of
// deqp-runner.

/// What a status comes to, whoever wrote it.
enum class Standing : std::uint8_t { Passes, Fails, Skipped, Flaky };

/// Throws Error for a word that is neither a verdict nor deqp-runner's.
Standing standing_of(std::string_view status);

/// Whether a case of this standing counts as failed, at least sometimes.
constexpr bool is_failing(Standing s) { return s == Standing::Fails || s == Standing::Flaky; }

/// deqp-runner's word for a verdict: Pass, Skip, Fail, Crash, Timeout or Flake.
std::string_view deqp_word(Verdict verdict);

/// The divergences that a status may mean, the likeliest first. The name of a verdict means that
/// verdict. `Fail` means any failure for which deqp-runner has no own word. Empty where the status
/// is no failure.
/// Throws Error as standing_of() does.
std::vector<Verdict> divergences_of(std::string_view status);

}  // namespace assay::conformance
