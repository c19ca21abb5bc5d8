#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "conformance/find/investigate.h"
#include "conformance/run/record.h"
#include "conformance/run/runner.h"

namespace assay::conformance {

/// Looks for the earlier case that makes a later one fail in the same process, for instance because
/// the driver keeps what a kernel's argument was. `failing` passes alone; its judgement says how it
/// failed behind `earlier`. Runs some of these batches and then the case, in a new worker each
/// time, and narrows them down to one case. If the case fails behind that one each time, gives
/// `failing` with Record::after set. Gives nothing if more than one earlier case is needed, if an
/// earlier batch hangs, or if a run is cut off; `is_cut` is set to whether one was.
std::optional<Record> record_after(Runner& runner, std::span<const RoutedBatch> earlier,
                                   const Record& failing, const Patience& patience, bool& is_cut);

}  // namespace assay::conformance
