#pragma once

#include <string>

#include "ops/error.h"
#include "specs/case_file.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/place.h"

namespace assay::specs::testing {

/// "read" where the text is a case file, else what is said of it, without its line and column.
inline std::string outcome_of_file(const std::string& text) {
  try {
    parse_case_file(text, "x.case.json", catalogue());
    return "read";
  } catch (const Error& e) {
    return without_place(e.what());
  }
}

}  // namespace assay::specs::testing
