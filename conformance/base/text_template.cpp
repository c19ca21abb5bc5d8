// One pass from left to right.
#include "conformance/base/text_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "ops/error.h"

namespace assay::conformance {
namespace {

/// Where a place stands in a text, its two `@` included.
struct Place {
  std::size_t begin, end;
  std::string_view word;
};

std::optional<Place> next_place(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('@', from); at != text.npos; at = text.find('@', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && (('A' <= text[end] && text[end] <= 'Z') || text[end] == '_')) ++end;
    if (end > at + 1 && end < text.size() && text[end] == '@')
      return Place{at, end + 1, text.substr(at + 1, end - at - 1)};
  }
  return std::nullopt;
}

bool is_whole_line(std::string_view text, const Place& place) {
  return (place.begin == 0 || text[place.begin - 1] == '\n') && place.end < text.size() &&
         text[place.end] == '\n';
}

}  // namespace

std::string filled(std::string_view text, const TemplateWords& words) {
  std::string out;
  std::set<std::string_view> used;
  std::size_t done = 0;
  for (auto place = next_place(text, 0); place; place = next_place(text, done)) {
    const auto word = std::find_if(words.begin(), words.end(),
                                   [&](const auto& w) { return w.first == place->word; });
    if (word == words.end()) throw Error(fmt::format("nothing stands for @{}@", place->word));
    used.insert(word->first);
    out += text.substr(done, place->begin - done);
    out += word->second;
    done = place->end;
    if (!is_whole_line(text, *place)) continue;
    if (!word->second.empty() && word->second.back() != '\n')
      throw Error(fmt::format("the text for @{}@ must end with a line feed", place->word));
    ++done;
  }
  for (const auto& word : words)
    if (!used.contains(word.first)) throw Error(fmt::format("no place for @{}@", word.first));
  return out += text.substr(done);
}

}  // namespace assay::conformance
