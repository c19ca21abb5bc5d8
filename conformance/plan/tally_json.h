#pragma once

#include "conformance/plan/tally.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A whole tally in compact JSON, with numbers instead of names, for another process or a journal.
specs::Json tally_to_json(const Tally& tally);

/// Reads what tally_to_json() made. Throws nlohmann's exceptions, or Error for an operator that is
/// not in the catalogue.
Tally tally_from_json(const specs::Json& json, const specs::Catalogue& catalogue);

}  // namespace assay::conformance
