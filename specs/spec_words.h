#pragma once

#include <string>
#include <string_view>

#include "ops/expression.h"
#include "ops/set.h"
#include "specs/json.h"
#include "specs/level.h"
#include "specs/spec.h"

/// The texts in a spec's JSON that mean something. Each throws Error, which names the place, where
/// the text has no meaning.
namespace assay::specs {

/// `text` as a name. Names stand in the lines of cases, where no other character is free.
std::string read_name(const JsonPlace& place, const std::string& text);

/// The feature level of this name.
Level read_level(const JsonPlace& place, const std::string& name);

/// The text of a key, which is not empty.
std::string read_sentence(const JsonPlace& place, const char* key);

/// Data types by name, with a space between two of them.
ops::Set read_types(const JsonPlace& place);

/// An expression over the spec's members and aliases, and over `variable`.
ops::Expression read_expression(const JsonPlace& place, ops::Expression::Form form,
                                const Spec& spec, std::string_view variable = {});

}  // namespace assay::specs
