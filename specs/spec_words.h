#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ops/expression.h"
#include "ops/set.h"
#include "specs/json.h"
#include "specs/level.h"
#include "specs/spec.h"

/// These functions read the texts in a spec's JSON that have a meaning. Each throws Error, which
/// names the place, if the text has no meaning.
namespace assay::specs {

/// Returns `text` if it is a name. Names stand in the lines of cases, so no other characters are
/// allowed.
std::string read_name(const JsonPlace& place, const std::string& text);

/// The feature level with this name.
Level read_level(const JsonPlace& place, const std::string& name);

/// The text of a key. It must not be empty.
std::string read_sentence(const JsonPlace& place, const char* key);

/// Data types by name, with one space between two of them. A name may stand for several types: F,
/// T8, T10, T11, IDX, U3, B2.
ops::Set read_types(const JsonPlace& place, std::string_view text);

/// The member that the text at a place names, one for which `fits` holds: "an input", say. Throws
/// Error with the nearest of these if it names none.
const ops::Member& read_member(const JsonPlace& place, std::string_view what, const Spec& spec,
                               const std::function<bool(const ops::Member&)>& fits);

/// An expression over the spec's members and aliases, and over `variable`.
ops::Expression read_expression(const JsonPlace& place, ops::Expression::Form form,
                                const Spec& spec, std::string_view variable = {});

}  // namespace assay::specs
