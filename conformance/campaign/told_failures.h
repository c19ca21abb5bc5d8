#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "conformance/verdict/verdict.h"

namespace assay::conformance {

/// How a case was told to fail before the run was stopped or killed.
struct ToldFailure {
  Verdict verdict = Verdict::Wrong;
  /// The verdict that a Flaky case had where it failed; of any other case the same as `verdict`.
  Verdict failed_as = Verdict::Wrong;

  static ToldFailure of(const Judgement& j) {
    return {j.verdict, j.verdict == Verdict::Flaky ? j.flaky_as : j.verdict};
  }
  /// Whether a case that fails as `now` says fails as it was told.
  bool comes_again(const Judgement& now) const { return of(now).failed_as == failed_as; }
  /// What the case is if it does not.
  Judgement flaky() const {
    Judgement failure;
    failure.verdict = failed_as;
    return conformance::flaky(failure, 1, 2);
  }
  friend bool operator==(const ToldFailure&, const ToldFailure&) = default;
};

/// By batch, and by the case's line.
using ToldFailures = std::map<std::uint64_t, std::map<std::string, ToldFailure>>;

}  // namespace assay::conformance
