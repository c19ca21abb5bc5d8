#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::ops {

/// How many bytes the UTF-8 character at the beginning of `text` has; 0 where there is none, or it
/// is not well-formed (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text);

/// `text` for one line of a terminal: control characters, and bytes that are no UTF-8, become
/// question marks.
std::string printable(std::string_view text);

}  // namespace assay::ops
