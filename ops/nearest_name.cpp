// DirectML's headers write a name with words around it: DML_OPERATOR_GATHER and
// DML_GATHER_OPERATOR_DESC, DML_TENSOR_DATA_TYPE_FLOAT32, DML_REDUCE_FUNCTION_SUM. Which words are
// around it is not known here, so each end of such a name is tried.
#include "ops/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace assay::ops {
namespace {

/// How many letters of `a` must be put in, left out, changed, or exchanged with their neighbour to
/// make it `b`.
std::size_t edits_between(std::string_view a, std::string_view b) {
  // The edits from the parts of `a` before i - 2, i - 1 and i to each part of `b` from its
  // beginning.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), edits(b.size() + 1);
  std::iota(edits.begin(), edits.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(edits);
    edits[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      edits[j] = std::min({last[j - 1] + (a[i - 1] != b[j - 1]), last[j] + 1, edits[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        edits[j] = std::min(edits[j], before[j - 2] + 1);
    }
  }
  return edits.back();
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

/// The nearest of the names to one in small letters, which may be a part of it if `may_be_part`.
std::string nearest_to(std::string_view wanted, const std::vector<std::string>& names,
                       bool may_be_part) {
  // One letter in three may be wrong. A shorter part than this is found in too many names.
  constexpr std::size_t kLettersAnEdit = 3, kShortestPart = 3;
  std::string nearest;
  std::size_t fewest = SIZE_MAX;
  for (const std::string& candidate : names) {
    const std::string known = in_small_letters(candidate);
    std::size_t edits = edits_between(wanted, known);
    const bool is_part =
        may_be_part && wanted.size() >= kShortestPart && known.find(wanted) != known.npos;
    if (!is_part && edits * kLettersAnEdit > std::max(wanted.size(), known.size())) continue;
    if (edits < fewest) fewest = edits, nearest = candidate;
  }
  return nearest;
}

/// The ends of a name of DirectML's headers that may be one of ours, the longest first. None where
/// the name is no such name.
std::vector<std::string_view> ends_of_header_name(std::string_view wanted) {
  constexpr std::string_view kPrefix = "dml_", kSuffix = "_operator_desc";
  std::vector<std::string_view> ends;
  if (!wanted.starts_with(kPrefix)) return ends;
  if (wanted.ends_with(kSuffix)) wanted.remove_suffix(kSuffix.size());
  for (std::size_t at = 0; (at = wanted.find('_', at)) != wanted.npos; ++at)
    ends.push_back(wanted.substr(at + 1));
  return ends;
}

/// The one of the names that a name of DirectML's headers ends with, or that one of its ends is
/// like. Empty where there is none.
std::string named_in_header(std::string_view wanted, const std::vector<std::string>& names) {
  const std::vector<std::string_view> ends = ends_of_header_name(wanted);
  for (const std::string_view end : ends)
    for (const std::string& name : names)
      if (in_small_letters(name) == end) return name;
  for (const std::string_view end : ends)
    if (std::string nearest = nearest_to(end, names, false); !nearest.empty()) return nearest;
  return {};
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  // A name of a file may have any length.
  constexpr std::size_t kLongest = 256;
  const std::string wanted = in_small_letters(name.substr(0, kLongest));
  const std::string named = named_in_header(wanted, names);
  return named.empty() ? nearest_to(wanted, names, true) : named;
}

std::string nearest_words(std::string_view name, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(name, names);
  return nearest.empty() ? nearest : "; the nearest is \"" + nearest + "\"";
}

std::string known_words(std::string_view name, const std::vector<std::string>& names) {
  // More names than these are looked up elsewhere.
  constexpr std::size_t kMost = 24;
  std::string words = nearest_words(name, names);
  if (!words.empty() || names.empty() || names.size() > kMost) return words;
  words = names.size() == 1 ? "; the only one is " : "; known are ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) words += i + 1 == names.size() ? " and " : ", ";
    words += '"' + names[i] + '"';
  }
  return words;
}

}  // namespace assay::ops
