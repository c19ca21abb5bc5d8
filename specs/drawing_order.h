#pragma once

#include "specs/rule_loader.h"

namespace assay::specs {

/// Sorts the facets of a spec so that each comes after all that its rules read. Throws Error if
/// rules refer to each other in a circle.
void sort_facets(const Preferences& preferences_need, Spec& spec);

}  // namespace assay::specs
