// Regular expressions, compiled and searched for by the C library.
#include "conformance/base/line_pattern.h"

#include <fmt/format.h>

#include <array>

#include "ops/error.h"

namespace assay::conformance {

void LinePattern::Free::operator()(regex_t* r) const {
  ::regfree(r);
  delete r;
}

LinePattern::LinePattern(const std::string& text) {
  auto made = std::make_unique<regex_t>();
  if (const int error = ::regcomp(made.get(), text.c_str(), REG_EXTENDED | REG_NOSUB)) {
    std::array<char, 200> words{};
    ::regerror(error, made.get(), words.data(), words.size());
    throw Error(fmt::format("\"{}\": no regular expression: {}", text, words.data()));
  }
  regex_.reset(made.release());
}

bool LinePattern::matches(const std::string& line) const {
  return ::regexec(regex_.get(), line.c_str(), 0, nullptr, 0) == 0;
}

std::string LinePattern::of_line(const std::string& line) {
  std::string text = "^";
  for (const char c : line) {
    if (std::string_view(".+*?()[]{}^$|\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text + "$";
}

}  // namespace assay::conformance
