#pragma once

#include <string>
#include <vector>

#include "conformance/findings/evidence.h"
#include "conformance/findings/separate.h"

namespace assay::conformance {

/// Runs a few fresh cases that meet all properties of a separation, and for each of the properties
/// some that miss it and meet the others. Adds them to the examples. `like` is the line of a
/// case that the separation explains.
void try_fresh_cases(Evidence& evidence, const Separation& separation, const std::string& like,
                     const TryCase& try_case, std::vector<Example>& examples);

}  // namespace assay::conformance
