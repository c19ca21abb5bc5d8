#include "conformance/base/cleaned.h"

#include <algorithm>

#include "ops/utf8.h"

namespace assay::conformance {
namespace {

/// GitHub's log takes a line for a command that begins with `::`, behind blanks or not, and one
/// that has `##[` anywhere.
std::string clean_line(std::string_view text) {
  std::string line = ops::printable(text);
  for (std::size_t at = 0; (at = line.find("##[", at)) != line.npos;) line.insert(at + 1, " ");
  const std::size_t first = line.find_first_not_of(' ');
  if (first != line.npos && line.compare(first, 2, "::") == 0) line.insert(first, "| ");
  return line;
}

}  // namespace

std::string clean_for_terminal(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += clean_line(text.substr(0, end));
    if (end == text.npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string clean_for_markdown(std::string_view text) {
  std::string out;
  for (const char c : ops::printable(text)) {
    if (std::string_view("\\`*_{}[]<>()#+!|~&").find(c) != std::string_view::npos) out += '\\';
    // A mention would write to people.
    out += c == '@' ? "&#64;" : std::string(1, c);
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  std::string fence = "```", clean;
  while (text.find(fence) != text.npos) fence += '`';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    clean += ops::printable(text.substr(at, end - at)) + '\n';
    at = end + 1;
  }
  return fence + '\n' + clean + fence + '\n';
}

}  // namespace assay::conformance
