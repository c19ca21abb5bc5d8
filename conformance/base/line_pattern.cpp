// Regular expressions, compiled and searched for by RE2.
#include "conformance/base/line_pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "conformance/base/words.h"
#include "ops/error.h"

namespace assay::conformance {

LinePattern::LinePattern(const std::string& text) {
  RE2::Options options;
  options.set_log_errors(false);
  regex_ = std::make_shared<const RE2>(text, options);
  if (!regex_->ok())
    throw Error(fmt::format("\"{}\": no regular expression: {}", shortened(text),
                            shortened(regex_->error())));
}

bool LinePattern::matches(const std::string& line) const {
  return RE2::PartialMatch(line, *regex_);
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
