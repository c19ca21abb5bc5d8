#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "ops/error.h"
#include "ops/problem.h"
#include "specs/case.h"
#include "specs/loader.h"

namespace assay::cmd {

/// A case with its route, and a name for messages.
struct NamedCase {
  /// The case line, or the path of the case file.
  std::string name;
  specs::Case c;
  conformance::Route route = {};
  /// The problem of a case with data of its own. It is null until require_valid() has made it.
  std::shared_ptr<const ops::Problem> problem = {};
};

/// Is called with what is wrong with a case that cannot be read.
using OnBadCase = std::function<void(const Error&)>;

/// Reads the cases that the arguments name. An argument is a case line, a `*.case.json` file, a
/// caselist file (one case a line, `#` comments, empty lines), or `-` for a caselist on standard
/// input. Throws Error, which names the argument, the line and the column; also where there are
/// arguments and none of them holds a case, since nothing would be tested. Where there is `bad`, it
/// is called instead, and reading goes on with the next case.
std::vector<NamedCase> read_cases(const std::vector<std::string>& arguments,
                                  const specs::Catalogue& catalogue, const OnBadCase& bad = {});

/// Throws Error where a case breaks rules or, where it has data of its own, data rules. The message
/// is one line, which names these rules. Sets `c.problem` where the case has data of its own.
void require_valid(NamedCase& c);

/// Throws Error where the cases cannot be one batch: they must share the operator, the data types
/// and the route, and the route must name a variant. There must be at least one case.
void require_batch(const std::vector<NamedCase>& cases);

/// The help text that says what `CASE` may be.
inline constexpr const char* kCaseHelp =
    "A case line, a *.case.json file, a caselist file (one case a line, # comments), or - for a "
    "caselist on standard input";

}  // namespace assay::cmd
