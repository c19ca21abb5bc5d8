// Numbers and words as the outputs write them.
#include "conformance/base/words.h"

namespace assay::conformance {

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string_view operator_of(std::string_view line) { return line.substr(0, line.find(':')); }

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::size_t end = most / 4, beginning = most - end;
  return text.substr(0, beginning) + "... (" + grouped(text.size() - most) + " bytes) ..." +
         text.substr(text.size() - end);
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@#%+,~";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos && text[0] != '#' &&
      text[0] != '~')
    return text;
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace assay::conformance
