#include "opencl/program/line_directive.h"

#include <fmt/format.h>

#include <charconv>

namespace assay::opencl {

std::string line_directive(const LineOrigin& origin) {
  std::string quoted;
  for (const char c : origin.path) {
    if (c == '"' || c == '\\' || c == '\n') quoted += '\\';
    quoted += c == '\n' ? 'n' : c;
  }
  return fmt::format("#line {} \"{}\"\n", origin.line, quoted);
}

std::optional<LineOrigin> origin_in(std::string_view words) {
  LineOrigin origin;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), origin.line);
  words.remove_prefix(static_cast<std::size_t>(end - words.data()));
  if (error != std::errc() || words.size() < 3 || !words.starts_with(" \"") ||
      !words.ends_with('"'))
    return {};
  words = words.substr(2, words.size() - 3);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool escaped = words[i] == '\\' && i + 1 < words.size();
    if (escaped) ++i;
    origin.path += escaped && words[i] == 'n' ? '\n' : words[i];
  }
  return origin;
}

}  // namespace assay::opencl
