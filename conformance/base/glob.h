#pragma once

#include <memory>
#include <string>

namespace re2 {
class RE2;
}

namespace assay::conformance {

/// A pattern for a whole text, as shells have it: `*`, `?`, `[a-z]`, `[!a-z]`, and a backslash
/// before a character that stands for itself. Neither reading it nor matching recurses or takes
/// more than linear time, whatever the pattern is.
class Glob {
 public:
  /// Throws Error where `pattern` is none: a `[` without its `]`, a backslash at the end, a range
  /// whose ends are the wrong way round.
  explicit Glob(const std::string& pattern);
  bool matches(const std::string& text) const;

  /// Whether a pattern matches only one text, which is the pattern itself.
  static bool is_plain(const std::string& pattern);
  /// The pattern that matches `text` and no other text.
  static std::string of_text(const std::string& text);

 private:
  std::shared_ptr<const re2::RE2> regex_;
};

}  // namespace assay::conformance
