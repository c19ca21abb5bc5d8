#pragma once

#include <string>

namespace assay::cmd {

/// Whether standard output takes colours: it is a terminal that is not called `dumb`, and the
/// variable NO_COLOR is not set or is empty.
bool is_coloured();

/// `text` with colours for a terminal: verdicts at the beginning of a line, headings of findings,
/// and what the last line of a report says.
std::string coloured(const std::string& text);

}  // namespace assay::cmd
