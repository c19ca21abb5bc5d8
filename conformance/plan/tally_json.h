#pragma once

#include "conformance/plan/tally.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A tally whole, for another process or a journal: compact, by numbers.
specs::Json tally_to_json(const Tally& tally);

/// The inverse. Throws nlohmann's exceptions, or Error for an operator that is not in the
/// catalogue.
Tally tally_from_json(const specs::Json& json, const specs::Catalogue& catalogue);

}  // namespace assay::conformance
