#pragma once

#include <filesystem>
#include <vector>

#include "conformance/gate/waiver.h"

namespace assay::conformance {

/// Makes waivers that together cover exactly the cases that diverged in the run of a folder: one
/// for each finding that is explained, and one for each case that these do not cover. Each covers
/// the run's device, from the run's driver version on. Its reason is what was found. Owner, link
/// and expiry are taken from `like`. Throws Error.
std::vector<Waiver> draft_waivers(const std::filesystem::path& run,
                                  const specs::Catalogue& catalogue, const Waiver& like);

}  // namespace assay::conformance
