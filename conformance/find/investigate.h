#pragma once

#include <functional>
#include <span>

#include "conformance/run/record.h"
#include "conformance/run/runner.h"

namespace assay::conformance {

/// How often a failing case is run alone before its failure counts as steady.
constexpr unsigned kRunsAlone = 3;
/// How often a case that fails only sometimes is run alone to measure its rate of failures, unless
/// it hangs.
constexpr unsigned kRunsForRate = 10;

/// Asked before each step of shrinking. When it gives false, the smallest case so far is the
/// result. If the function is empty, the time is not limited.
using Patience = std::function<bool()>;

/// A batch with its route.
struct RoutedBatch {
  std::vector<specs::Case> cases;
  Route route;
};

/// Gives batches that the process in which a case failed had run before, in their order. Called
/// only for failures that are shrunk, and not for hangs. Empty where nothing is known of them.
using Earlier = std::function<std::vector<RoutedBatch>()>;

/// Investigates a failure: case `index` of the batch `cases` failed on `route`, as `judgement`
/// says. The verdict is that of the case run alone. So the case is run again alone, and if it fails
/// each time, it is shrunk (if `shrinking`). If it passes alone, but fails again with its batch,
/// the record has the fewest cases of the batch that fail together. If it passes with its batch,
/// too, but fails each time after one of the cases of `earlier`, the record has that case. If it
/// fails only sometimes, it is Flaky. A kill from outside that does not happen each time is no
/// failure. The record then has the verdict that the case got in the end. If runs are cut off
/// (Attendance), the record has what is known by then, and Judgement::unconfirmed says so; it has a
/// whole batch only if `shrinking`.
Record investigate(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
                   const Route& route, const Judgement& judgement, bool shrinking,
                   const Patience& patience = {}, const Earlier& earlier = {});

/// Investigates a failure of a whole batch (`judgement`) whose cases all fail alone, and none like
/// that; case `index` stands for it. The record has the fewest cases with which it fails like that
/// again. If the batch does not fail like that again, it is Flaky.
Record investigate_together(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
                            const Route& route, const Judgement& judgement,
                            const Patience& patience = {});

/// Shrinks `start.found` to the smallest case that fails like it. It must fail as `start.judgement`
/// says. A case that is not valid is not shrunk. The smallest case was seen to fail alike in a new
/// worker, unless that run was cut off. Where it did not, each run of a second try is in a new
/// worker; if there is no time left for it, the case stays as it was found.
Record shrink_record(Runner& runner, Record start, const Patience& patience = {});

}  // namespace assay::conformance
