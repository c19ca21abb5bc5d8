#pragma once

#include <regex.h>

#include <memory>
#include <string>

namespace assay::conformance {

/// An extended regular expression (POSIX) for case lines, matched anywhere in them.
class LinePattern {
 public:
  /// Throws Error where it is none.
  explicit LinePattern(const std::string& text);
  bool matches(const std::string& line) const;

  /// The expression that one line alone matches.
  static std::string of_line(const std::string& line);

 private:
  struct Free {
    void operator()(regex_t* r) const;
  };
  std::unique_ptr<regex_t, Free> regex_;
};

}  // namespace assay::conformance
