#pragma once

#include <string>
#include <vector>

#include "conformance/findings/finding.h"
#include "conformance/run/reproduction.h"
#include "specs/loader.h"

namespace assay::conformance {

/// Tells of each example of each finding what an engineer asks first (FindingExample::text): the
/// inputs of a small case, what was permitted and what came, the command that shows it again, and
/// its C file where there is one.
/// `failed` are the failures that the findings are of. `words` stand in commands that they lack.
void tell_examples(std::vector<Finding>& findings, const std::vector<FailedCase>& failed,
                   const CommandWords& words, const specs::Catalogue& catalogue);

}  // namespace assay::conformance
