#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "specs/json.h"
#include "specs/rule_needs.h"
#include "specs/spec.h"

namespace assay::specs {

/// The names of all rules and errata. No two of them are alike.
using RuleIds = std::set<std::string>;

/// Adds a name. Throws Error if it is already there.
void add_id(RuleIds& ids, const std::string& id, const JsonPlace& place);

/// Adds the own rules of the members in the document at `root` to a spec that has its generic
/// rules. Throws Error.
void load_rules(const JsonPlace& root, Spec& spec, RuleIds& ids, Preferences& preferences_need);

}  // namespace assay::specs
