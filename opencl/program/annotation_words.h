#pragma once

#include <algorithm>
#include <string_view>

namespace assay::opencl {

/// What stands between words.
constexpr std::string_view kBlank = " \t\r";

/// A text without the blanks around it. An empty one lies at the end of the text.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// The rest of an annotation's line, which is read word by word. Words are parts of the line.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(trimmed(text)) {}

  bool done() const { return rest_.empty(); }
  std::string_view next() {
    const std::size_t end = std::min(rest_.find_first_of(kBlank), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_ = trimmed(rest_.substr(end));
    return word;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// Whether a word is a name in OpenCL C.
inline bool is_identifier(std::string_view word) {
  const auto letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !word.empty() && letter(word[0]) && std::all_of(word.begin(), word.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

}  // namespace assay::opencl
