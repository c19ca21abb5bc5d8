#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "opencl/shape/kernel_tree.h"

namespace assay::opencl {

/// The statements of the block that begins at token `open`, in the order of their first tokens. An
/// empty list where the parser does not understand it. A statement with a word of `unknown` is
/// Unknown.
std::vector<Statement> statements_of(const std::vector<Token>& tokens, std::size_t open,
                                     const std::set<std::string_view>& unknown);

/// The number of the bracket that closes the one at `open`; tokens.size() where there is none.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open);

}  // namespace assay::opencl
