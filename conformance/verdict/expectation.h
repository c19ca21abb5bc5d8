#pragma once

#include <optional>
#include <string>

#include "ops/permitted.h"
#include "specs/case.h"

namespace assay::conformance {

/// Where a case brings an expected answer that the oracle does not permit: the tensor, the place,
/// and both sides in one line. Nothing where they agree, or the case expects nothing.
std::optional<std::string> disputed(const specs::Case& c, const ops::Permitted& permitted);

}  // namespace assay::conformance
