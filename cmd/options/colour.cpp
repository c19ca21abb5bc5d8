#include "cmd/options/colour.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "conformance/verdict/judgement_json.h"

namespace assay::cmd {
namespace {

using conformance::Verdict;

// Escape sequences of ECMA-48, "select graphic rendition".
constexpr std::string_view kRed = "\033[1;31m", kGreen = "\033[32m", kYellow = "\033[33m",
                           kBold = "\033[1m", kPlain = "\033[0m";

std::string_view colour_of(Verdict verdict) {
  if (is_divergence(verdict)) return kRed;
  return verdict == Verdict::Pass ? kGreen : kYellow;
}

/// A colour, and how many bytes from the beginning of a line have it.
struct Stretch {
  std::string_view colour;
  std::size_t bytes = 0;
};

Stretch stretch_of(std::string_view line) {
  const std::string_view word = line.substr(0, line.find(' '));
  if (const auto verdict = conformance::verdict_named(word))
    return {colour_of(*verdict), word.size()};
  if (line.starts_with("No divergence")) return {kGreen, line.size()};
  if (line.find(" cases diverge") != line.npos) return {kRed, line.size()};
  if (line.starts_with("Finding ")) return {kBold, line.find_first_of(":(")};
  return {};
}

}  // namespace

bool is_coloured() {
  static const bool coloured = [] {
    const char *const no = std::getenv("NO_COLOR"), *const terminal = std::getenv("TERM");
    return (!no || !*no) && terminal && std::string_view(terminal) != "dumb" &&
           ::isatty(STDOUT_FILENO);
  }();
  return coloured;
}

std::string coloured(const std::string &text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string_view line = std::string_view(text).substr(at, end - at);
    Stretch stretch = stretch_of(line);
    if (stretch.bytes > line.size()) stretch.bytes = line.size();
    if (stretch.bytes > 0) {
      result += stretch.colour;
      result += line.substr(0, stretch.bytes);
      result += kPlain;
    }
    result += line.substr(stretch.bytes);
    if (end == text.npos) break;
    result += '\n';
    at = end + 1;
  }
  return result;
}

}  // namespace assay::cmd
