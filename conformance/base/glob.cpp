// A glob is turned into a regular expression of RE2. Both work on bytes.
#include "conformance/base/glob.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <string_view>

#include "conformance/base/words.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr std::string_view kSpecial = "*?[\\";

/// Reads a pattern from its front, and makes the text of the regular expression.
class GlobReader {
 public:
  explicit GlobReader(const std::string& pattern) : pattern_(pattern) {}

  std::string regex() {
    while (at_ < pattern_.size()) {
      const char c = pattern_[at_++];
      if (c == '*')
        text_ += ".*";
      else if (c == '?')
        text_ += '.';
      else if (c == '[')
        take_set();
      else
        text_ += RE2::QuoteMeta({c == '\\' ? &escaped() : &c, 1});
    }
    return text_;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("\"{}\": no pattern: {}", shortened(pattern_), what));
  }

 private:
  const char& escaped() {
    if (at_ == pattern_.size()) fail("it ends with a backslash");
    return pattern_[at_++];
  }

  /// Takes a set of characters, of which the `[` was read.
  void take_set() {
    text_ += '[';
    if (at_ < pattern_.size() && (pattern_[at_] == '!' || pattern_[at_] == '^')) {
      text_ += '^';
      ++at_;
    }
    for (const std::size_t first = at_;; ++at_) {
      if (at_ == pattern_.size()) fail("a [ has no ]");
      char c = pattern_[at_];
      if (c == ']' && at_ > first) break;
      const std::size_t name =
          pattern_.compare(at_, 2, "[:") == 0 ? pattern_.find(":]", at_ + 2) : pattern_.npos;
      if (name != pattern_.npos) {
        text_.append(pattern_, at_, name + 2 - at_);
        at_ = name + 1;
        continue;
      }
      if (c == '-' && at_ > first && pattern_.compare(at_ + 1, 1, "]") != 0) {
        text_ += '-';
        continue;
      }
      if (c == '\\') {
        ++at_;
        c = escaped();
        --at_;
      }
      text_ += RE2::QuoteMeta({&c, 1});
    }
    ++at_;
    text_ += ']';
  }

  const std::string& pattern_;
  std::size_t at_ = 0;
  std::string text_;
};

}  // namespace

Glob::Glob(const std::string& pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_dot_nl(true);
  GlobReader reader(pattern);
  regex_ = std::make_shared<const RE2>(reader.regex(), options);
  if (!regex_->ok()) reader.fail(shortened(regex_->error()));
}

bool Glob::matches(const std::string& text) const { return RE2::FullMatch(text, *regex_); }

bool Glob::is_plain(const std::string& pattern) {
  return pattern.find_first_of(kSpecial) == pattern.npos;
}

std::string Glob::of_text(const std::string& text) {
  std::string glob;
  for (const char c : text) {
    if (kSpecial.find(c) != kSpecial.npos) glob += '\\';
    glob += c;
  }
  return glob;
}

}  // namespace assay::conformance
