#pragma once

#include "specs/json.h"
#include "specs/spec.h"

namespace assay::specs {

/// Reads the formulas of a family's operator into its signature, whose members must be there.
/// Throws Error, also if a formula cannot be evaluated over a type that the operator supports.
void load_formulas(const JsonPlace& root, Spec& spec);

}  // namespace assay::specs
