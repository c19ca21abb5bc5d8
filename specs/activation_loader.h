#pragma once

#include <string>

#include "specs/json.h"
#include "specs/spec.h"

namespace assay::specs {

/// The spec of an operator, with the members of the struct that an activation is written as in the
/// place of a member whose kind is "activation". The activations' formulas and members are those of
/// their own specs. Throws Error.
JsonDocument expand_activation(JsonDocument spec, const std::string& path);

/// The number of an operator that cannot be fused, as the value of the member that says which one
/// is. No operator that can be fused has it.
constexpr std::int64_t kUnfusable = -1;

/// Reads the formulas of the activations into a signature whose members are there.
void load_activation(const JsonPlace& root, Spec& spec);

}  // namespace assay::specs
