#pragma once

#include <string>

#include "specs/json.h"
#include "specs/spec.h"

namespace assay::specs {

/// Replaces each member of kind "activation" of an operator's spec by a struct and its members. The
/// activations' formulas and members are those of
/// their own specs. Throws Error.
JsonDocument expand_activation(JsonDocument spec, const std::string& path);

/// The value of `FusedActivation.Type` for an operator that cannot be fused. No operator that can
/// be fused has it.
constexpr std::int64_t kUnfusable = -1;

/// Reads the formulas of the activations into a signature whose members are there.
void load_activation(const JsonPlace& root, Spec& spec);

}  // namespace assay::specs
