#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::conformance {

/// Words, and what each of them stands for.
using TemplateWords = std::vector<std::pair<std::string_view, std::string>>;

/// `text` with its places filled. A place is a word between two `@`, as in `@SIZE@`; a word has
/// capital letters and `_`. A place that is the whole of a line is filled with whole lines or with
/// nothing. What is put in is not looked at again. Throws Error where a place has no word, a word
/// has no place, or what fills a whole line does not end with a line's end.
std::string filled(std::string_view text, const TemplateWords& words);

}  // namespace assay::conformance
