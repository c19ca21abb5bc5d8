#pragma once

#include <string>
#include <string_view>

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

}  // namespace assay::specs
