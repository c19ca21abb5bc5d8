#pragma once

#include "specs/json.h"
#include "specs/spec.h"

/// These functions load an operator's members and what each level supports of them. Both throw
/// Error.
namespace assay::specs {

/// Adds the members of the spec at `root`, and which output may lie in which input's memory.
void load_signature(const JsonPlace& root, Spec& spec);

/// Adds what the feature levels support. The signature must be loaded.
void load_support(const JsonPlace& root, Spec& spec);

}  // namespace assay::specs
