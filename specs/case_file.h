#pragma once

#include <string>
#include <string_view>

#include "specs/case.h"
#include "specs/loader.h"

namespace assay::specs {

/// Reads a case with data of its own from the text of a `*.case.json` file. Messages call the file
/// `name`. Throws Error with file and place if the text is not JSON, if a key is unknown, if a
/// member or tensor is missing, or if an operator, level, type or value is impossible. For a valid
/// descriptor it also throws if data have the wrong length or the copies of a shared element
/// differ.
Case parse_case_file(std::string_view json, const std::string& name, const Catalogue& catalogue);

/// Reads the case of a spec's example. Errors name where it stands in the spec.
Case parse_example(const Example& example, const Catalogue& catalogue);

}  // namespace assay::specs
