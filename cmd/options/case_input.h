#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "ops/problem.h"
#include "specs/case.h"
#include "specs/loader.h"

namespace assay::cmd {

/// A case on a route.
struct NamedCase {
  /// Its line, or its file's path.
  std::string name;
  specs::Case c;
  conformance::Route route = {};
  /// Of a case with data of its own: its problem, once require_valid() has made it.
  std::shared_ptr<const ops::Problem> problem = {};
};

/// The cases that arguments stand for: a case line, a `*.case.json` file, a caselist file (one line
/// a case, `#` comments, empty lines), or `-` for a caselist on standard input. Throws Error naming
/// argument, line and column.
std::vector<NamedCase> read_cases(const std::vector<std::string>& arguments,
                                  const specs::Catalogue& catalogue);

/// Throws Error where a case is not valid, its own data included: one line naming the rules.
void require_valid(NamedCase& c);

/// Throws Error where cases cannot be one batch: they must share operator, data types and route,
/// which names a variant.
void require_batch(const std::vector<NamedCase>& cases);

/// What `CASE` may be, for help texts.
inline constexpr const char* kCaseHelp =
    "A case line, a *.case.json file, a caselist file (one case a line, # comments), or - for a "
    "caselist on standard input";

}  // namespace assay::cmd
