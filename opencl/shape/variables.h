#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/shape/places.h"

namespace assay::opencl::shapes {

/// `TYPE NAME` or `TYPE NAME = VALUE`, with or without `const`.
struct Variable {
  /// From the first token to the semicolon, without it.
  Span all;
  std::string_view type, name;
  std::optional<Span> value;
  /// The tokens that may name it.
  Span scope;
};

/// What the tokens declare, if they are one variable and no more.
std::optional<Variable> variable_of(const KernelTree& tree, Span all, Span scope);

/// The function's variables, in the order of the text, without those whose name may stand for
/// something else in their scope.
std::vector<Variable> variables_of(const KernelTree& tree, const Function& f);

/// Whether token `i`, whose text is the variable's name, means the variable and not a member of a
/// struct.
bool names(const KernelTree& tree, const Variable& v, std::size_t i);

/// Whether a pointer to the variable may be made.
bool may_be_addressed(const KernelTree& tree, const Variable& v);

/// A name that does not occur in the text: `name`, or `name` with a suffix.
std::string fresh_name(const KernelTree& tree, std::string name);

}  // namespace assay::opencl::shapes
