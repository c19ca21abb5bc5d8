#pragma once

#include <string>
#include <string_view>

namespace assay::conformance {

// Words from outside (of a driver, a file, the command line) may hold anything. Each kind of output
// has one function here that makes them harmless; whoever writes such an output uses it.

/// Text for a terminal or the log of a CI system, of any number of lines. Control characters become
/// question marks, and no line is a command of GitHub's log.
std::string clean_for_terminal(std::string_view text);

/// One line of text for Markdown: what means something there or in HTML is escaped.
std::string clean_for_markdown(std::string_view text);

/// Text as a block of code of Markdown, between fences that are longer than any fence in it.
std::string markdown_code(std::string_view text);

}  // namespace assay::conformance
