#pragma once

#include <string>
#include <vector>

#include "specs/case.h"
#include "specs/loader.h"

namespace assay::cmd {

/// A case and what to call it: its line, or its file's path.
struct NamedCase {
  std::string name;
  specs::Case c;
};

/// The cases that arguments stand for: a case line, a `*.case.json` file, a caselist file (one line
/// a case, `#` comments, empty lines), or `-` for a caselist on standard input. Throws Error naming
/// argument, line and column.
std::vector<NamedCase> read_cases(const std::vector<std::string>& arguments,
                                  const specs::Catalogue& catalogue);

/// Throws Error where a case is not valid, its own data included: one line naming the rules.
void require_valid(const NamedCase& c);

/// Throws Error where cases cannot be one batch: they must share operator, data types and route,
/// which names a variant.
void require_batch(const std::vector<NamedCase>& cases);

/// What `CASE` may be, for help texts.
inline constexpr const char* kCaseHelp =
    "A case line, a *.case.json file, a caselist file (one case a line, # comments), or - for a "
    "caselist on standard input";

}  // namespace assay::cmd
