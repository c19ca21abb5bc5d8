#pragma once

#include <string>
#include <vector>

#include "conformance/findings/evidence.h"
#include "conformance/findings/separate.h"

namespace assay::conformance {

/// Runs a few fresh cases that meet all properties of a separation, and for each of the properties
/// some that miss it and meet the others. Adds them to the examples: a case failed where it failed
/// in the way `failure`, and cases that failed otherwise are left out. `lines` are cases that the
/// separation explains.
void try_fresh_cases(Evidence& evidence, const Separation& separation,
                     const std::vector<std::string>& lines, const std::string& failure,
                     const TryCase& try_case, std::vector<Example>& examples);

}  // namespace assay::conformance
