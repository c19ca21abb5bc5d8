#pragma once

#include "specs/rule_loader.h"

namespace assay::specs {

/// Adds the data rules of the member with this index, which stands at `place`, if it has any.
/// Throws Error.
void load_data_rules(const JsonPlace& place, std::size_t index, Spec& spec, RuleIds& ids);

}  // namespace assay::specs
