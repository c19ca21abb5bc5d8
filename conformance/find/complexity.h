#pragma once

#include <cstdint>
#include <vector>

#include "conformance/run/record.h"

namespace assay::conformance {

/// How complex a case is. Of two cases that fail alike, the one with the smaller complexity is the
/// better reproducer.
std::vector<std::uint64_t> complexity(const Routed& r);

}  // namespace assay::conformance
