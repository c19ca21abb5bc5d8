#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/shape/kernel_tree.h"

namespace assay::opencl {

/// A parameter or a variable of a function.
struct Declared {
  /// What stands before the name, and `*` where there is one: `global const T*`. Empty for a type
  /// that is not read, such as that of a struct without a name.
  std::string type;
  std::string_view name;
  /// The token of the name.
  std::size_t at = 0;
  /// How many pairs of brackets stand behind the name.
  std::size_t array_dimensions = 0;
  bool is_parameter = false, has_value = false;
};

/// All that the function declares and is read, in the order of the text. Nothing if a declaration
/// is not understood. Parameters that macros stand for are left out.
std::optional<std::vector<Declared>> declared_in(const KernelTree& tree, const Function& f);

/// The one of that name; null if there is none, or more than one, or if a macro speaks of the name.
const Declared* find_declared(const KernelTree& tree, const std::vector<Declared>& all,
                              std::string_view name);

/// Whether the word is the name of a scalar's type, such as `uint`.
bool is_scalar(std::string_view type);
/// The name of a scalar's type, without `const`; empty for anything else.
std::string_view scalar_of(const Declared& d);

/// Whether the tokens may change the variable of that name, or take its address.
bool may_change(const KernelTree& tree, Span span, std::string_view name);

/// Whether the token is in a switch, of which the parser does not know what it declares.
bool is_in_switch(const Function& f, std::size_t token);

/// The parts of the span that commas outside of brackets separate.
std::vector<Span> parted(const KernelTree& tree, Span span);

}  // namespace assay::opencl
