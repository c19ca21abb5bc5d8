#pragma once

#include <string>

#include "specs/json.h"

namespace assay::specs {

/// The whole spec of an operator of a family, made of the operator's short file and the family's.
/// The family's file is `families/NAME.json` beside the operator's; if there is none, it is the one
/// installed with the program, or else the one built into it. Throws Error.
JsonDocument expand_family(const JsonPlace& root, const std::string& path);

}  // namespace assay::specs
