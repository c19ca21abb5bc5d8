#pragma once

#include "ops/permitted.h"
#include "specs/json.h"

namespace assay::conformance {

/// What `assay oracle` prints for a position: `{"bits": v}`, `{"one_of": [v…]}`,
/// `{"low": v, "high": v}` (with `"nan": true` where NaN is permitted, infinities as strings),
/// `{"nan": true}` or `{"any": true}`.
specs::Json permitted_to_json(const ops::PermittedTensor& permitted, std::uint64_t position);

}  // namespace assay::conformance
