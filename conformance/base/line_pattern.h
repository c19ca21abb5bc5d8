#pragma once

#include <regex.h>

#include <memory>
#include <string>

namespace assay::conformance {

/// An extended regular expression (POSIX), which is searched for anywhere in a case line.
class LinePattern {
 public:
  /// Throws Error where `text` is no regular expression.
  explicit LinePattern(const std::string& text);
  bool matches(const std::string& line) const;

  /// The expression that matches `line` and no other line.
  static std::string of_line(const std::string& line);

 private:
  struct Free {
    void operator()(regex_t* r) const;
  };
  std::unique_ptr<regex_t, Free> regex_;
};

}  // namespace assay::conformance
