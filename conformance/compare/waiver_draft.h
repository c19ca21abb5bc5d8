#pragma once

#include <filesystem>
#include <vector>

#include "conformance/gate/waiver.h"

namespace assay::conformance {

/// Makes a waiver for each case that diverged in the run of a folder. It covers the run's device,
/// from the run's driver version on, and its reason is what was found. Owner, link and expiry are
/// taken from `like`. Throws Error.
std::vector<Waiver> draft_waivers(const std::filesystem::path& run, const Waiver& like);

}  // namespace assay::conformance
