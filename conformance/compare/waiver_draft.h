#pragma once

#include <filesystem>
#include <vector>

#include "conformance/gate/waiver.h"

namespace assay::conformance {

/// A waiver for each case of a run's folder that diverged, on its device from its driver version
/// on; reasons are what was found. Owner, link and expiry are taken from `like`. Throws Error.
std::vector<Waiver> draft_waivers(const std::filesystem::path& run, const Waiver& like);

}  // namespace assay::conformance
