#pragma once

#include <string>
#include <string_view>

#include "ops/problem.h"
#include "specs/case.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::specs {

/// A case with data of its own, from the text of a `*.case.json` file. `name` stands for it in
/// messages. Throws Error naming file and place: not JSON, an unknown key, an operator, level, type
/// or value that cannot be, a missing member or tensor; for a valid descriptor also data of the
/// wrong length, or copies of a shared element that disagree.
Case parse_case_file(std::string_view json, const std::string& name, const Catalogue& catalogue);

/// The case as such a file, with the data of its problem's inputs.
Json case_to_json(const Case& c, const ops::Problem& problem);

/// Packed data as a flat array, in logical order.
Json data_to_json(ops::DataType type, const ops::Bytes& data);

}  // namespace assay::specs
