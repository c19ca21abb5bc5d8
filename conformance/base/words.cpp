// Numbers and words as the outputs write them.
#include "conformance/base/words.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay::conformance {

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string_view operator_of(std::string_view line) { return line.substr(0, line.find(':')); }

namespace {

/// How many letters of `a` must be put in, left out or changed to make it `b`.
std::size_t edits_between(std::string_view a, std::string_view b) {
  // The edits from the part of `a` before i to each part of `b` from its beginning.
  std::vector<std::size_t> edits(b.size() + 1);
  std::iota(edits.begin(), edits.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t before = std::exchange(edits[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = before + (a[i - 1] != b[j - 1]);
      before = edits[j];
      edits[j] = std::min({changed, edits[j] + 1, edits[j - 1] + 1});
    }
  }
  return edits.back();
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  // A name of a file may have any length.
  constexpr std::size_t kLongest = 256;
  name = name.substr(0, kLongest);
  return *std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    return edits_between(name, a) < edits_between(name, b);
  });
}

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
