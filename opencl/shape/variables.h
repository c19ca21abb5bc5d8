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

/// Whether the token is the variable, if its text is, and no member of a struct.
bool names(const KernelTree& tree, const Variable& v, std::size_t i);

/// Whether a pointer to the variable may be made.
bool may_be_addressed(const KernelTree& tree, const Variable& v);

/// A name that no token of the text is: this one, or one that begins so.
std::string fresh_name(const KernelTree& tree, std::string name);

}  // namespace assay::opencl::shapes
