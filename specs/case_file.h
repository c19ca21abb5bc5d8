#pragma once

#include <string>
#include <string_view>

#include "ops/problem.h"
#include "specs/case.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::specs {

/// Reads a case with data of its own from the text of a `*.case.json` file. Messages call the file
/// `name`. Throws Error with file and place if the text is not JSON, if a key is unknown, if a
/// member or tensor is missing, or if an operator, level, type or value is impossible. For a valid
/// descriptor it also throws if data have the wrong length or the copies of a shared element
/// differ.
Case parse_case_file(std::string_view json, const std::string& name, const Catalogue& catalogue);

/// The case as the content of such a file, with the data of its problem's inputs.
Json case_to_json(const Case& c, const ops::Problem& problem);

/// Packed data as a flat JSON array, in logical order.
Json data_to_json(ops::DataType type, const ops::Bytes& data);

}  // namespace assay::specs
