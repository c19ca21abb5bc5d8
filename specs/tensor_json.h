#pragma once

#include <string_view>

#include "ops/tensor.h"
#include "specs/json.h"

/// Tensors as case files have them, without their data.
namespace assay::specs {

/// A tensor in messages about what is none.
constexpr std::string_view kTensorExample = R"({ "type": "FLOAT32", "sizes": [2, 3] })";

/// Throws Error. The key "data" is passed over.
ops::TensorDesc tensor_from_json(const JsonPlace& place);
Json tensor_to_json(const ops::TensorDesc& t);

}  // namespace assay::specs
