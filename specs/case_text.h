#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/error.h"
#include "specs/case.h"
#include "specs/loader.h"

namespace assay::specs {

/// The canonical line of a case: members in the signature's order, defaults left out.
std::string print_case(const Case& c);

/// The part of the line left of `@`.
std::string print_problem(const Case& c);

/// What stands in the line behind `MEMBER=`, for a member that is there.
std::string print_member(const ops::Member& member, const ops::Descriptor& descriptor);

/// The inverse of print_case; fields may come in any order. Throws Error with the column (counted
/// from 1) if an operator or field is unknown, if a field is missing or comes twice, or if a field
/// cannot hold its value. A case that breaks the operator's rules is no error here.
Case parse_case(std::string_view line, const Catalogue& catalogue);

/// Reads the fields of a route as they follow `@` in a line, such as `variant=plain:local=64`. An
/// empty text has no fields. Throws Error with the column.
std::vector<std::pair<std::string, std::string>> parse_route(std::string_view text);

}  // namespace assay::specs
