#pragma once

#include "ops/problem.h"
#include "specs/case.h"
#include "specs/json.h"

namespace assay::specs {

/// The case as the content of a `*.case.json` file, with the data of its problem's inputs.
Json case_to_json(const Case& c, const ops::Problem& problem);

/// Packed data as a flat JSON array, in logical order.
Json data_to_json(ops::DataType type, const ops::Bytes& data);

}  // namespace assay::specs
