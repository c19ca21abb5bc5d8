#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/error.h"
#include "specs/case.h"
#include "specs/loader.h"

namespace assay::specs {

/// The canonical line of a case: members in order, defaults left out.
std::string print_case(const Case& c);

/// The part of the line left of `@`.
std::string print_problem(const Case& c);

/// The inverse of print_case; fields may come in any order. Throws Error with the column (from 1):
/// an unknown operator or field, a field twice or missing, a value that its field cannot hold.
/// Breaking an operator's rules is no error here.
Case parse_case(std::string_view line, const Catalogue& catalogue);

/// The fields of a route, as they follow `@` in a line: `variant=plain:local=64`; none where empty.
/// Throws Error with the column.
std::vector<std::pair<std::string, std::string>> parse_route(std::string_view text);

}  // namespace assay::specs
