#pragma once

#include "specs/json.h"
#include "specs/spec.h"

/// The members of an operator, and what each level supports of them. Both throw Error.
namespace assay::specs {

/// Adds the members of the spec at `root`, and which outputs may lie in which input's memory.
void load_signature(const JsonPlace& root, Spec& spec);

/// Adds what the feature levels support. The signature is loaded.
void load_support(const JsonPlace& root, Spec& spec);

}  // namespace assay::specs
