#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::ops {

/// The number of bytes of the UTF-8 character at the beginning of `text`; 0 if there is none or it
/// is not well-formed (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text);

/// `text` for one line of a terminal: each control character, and each byte that is not part of
/// valid UTF-8, becomes a question mark.
std::string printable(std::string_view text);

}  // namespace assay::ops
