#pragma once

#include <memory>
#include <string>

namespace re2 {
class RE2;
}

namespace assay::conformance {

/// A regular expression of RE2, which is searched for anywhere in a case line. Neither reading it
/// nor searching recurses or takes more than linear time, whatever the expression is.
class LinePattern {
 public:
  /// Throws Error where `text` is no regular expression.
  explicit LinePattern(const std::string& text);
  bool matches(const std::string& line) const;

  /// The expression that matches `line` and no other line.
  static std::string of_line(const std::string& line);

 private:
  std::shared_ptr<const re2::RE2> regex_;
};

}  // namespace assay::conformance
