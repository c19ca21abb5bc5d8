#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "conformance/findings/finding.h"
#include "conformance/verdict/verdict.h"
#include "specs/json.h"

namespace assay::conformance {

// What a run left in its folder before it was stopped. Both readers are for a folder of which the
// RunFolder is open again, so that its files were compared with their seals.

/// Calls `each` with the line and the verdict of every case that was settled, in the order of the
/// batches.
void for_each_earlier_case(const std::filesystem::path& folder,
                           const std::function<void(const std::string&, Verdict)>& each);

/// What the record of a failure (record_to_json()) says, with the command that shows it again.
FailedCase failed_case_from_json(const specs::Json& failure);

/// The failures that were found, in their order.
std::vector<FailedCase> earlier_failures(const std::filesystem::path& folder);

}  // namespace assay::conformance
