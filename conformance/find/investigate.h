#pragma once

#include <functional>
#include <span>

#include "conformance/run/record.h"
#include "conformance/run/runner.h"

namespace assay::conformance {

/// How often a failing case is run alone before its failure counts as steady.
constexpr unsigned kRunsAlone = 3;
/// How often one that fails only sometimes is run alone to tell its rate, if it does not hang.
constexpr unsigned kRunsForRate = 10;

/// Asked before each step of making something smaller that hangs, which may cost a time limit: once
/// it says no, what is smallest so far stands. Where there is none, there is all the time.
using Patience = std::function<bool()>;

/// Finds out what a failure in a batch is, case `index` of `cases` having failed on `route`.
/// Verdicts belong to a case run alone: it is run again alone, and where it fails each time it is
/// shrunk (if `shrinking`). Where it passes alone but its batch fails again, the record is the
/// batch's, its lines minimised. What fails only sometimes is Flaky.
/// A kill from outside that does not come each time is no failure: then the record has the verdict
/// that the case came to.
Record investigate(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
                   const Route& route, const Judgement& judgement, bool shrinking,
                   const Patience& patience = {});

/// The smallest case that fails like `start`, which is known to fail as `judgement` says.
Record shrink_record(Runner& runner, Record start, const Patience& patience = {});

}  // namespace assay::conformance
