#pragma once

#include <optional>
#include <span>
#include <string>

#include "ops/arithmetic/formula.h"

namespace assay::ops {

/// The two texts of a formula in OpenCL C.
struct FormulaText {
  /// What a substituted variable stands for; empty if there is none. In `value` the variable's name
  /// then means this.
  std::string substituted;
  std::string value;
};

/// A formula over floats, one lane or a vector. `names` are the expressions for its variables,
/// `type` is the name of the type: `float4`, or `double`, whose numbers are not rounded to floats.
/// A condition gives an integer, which is not 0 where it holds.
FormulaText float_text(const Formula& formula, std::span<const std::string> names,
                       const std::string& type);

/// A formula over integers of the type that `macro` stands for. For a macro A it uses the helpers
/// A_divide, A_remainder and A_abs.
FormulaText integer_text(const Formula& formula, std::span<const std::string> names,
                         const std::string& macro);

/// The same over vectors of such a type: `type` is the name of the vector's. A condition gives a
/// vector, which is 1 in the lanes where it holds. Nothing where an operation of the formula
/// has no form for vectors that wraps as the scalar one does.
std::optional<FormulaText> integer_vector_text(const Formula& formula,
                                               std::span<const std::string> names,
                                               const std::string& type);

}  // namespace assay::ops
