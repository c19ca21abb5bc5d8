// A document and its text have the same values and keys in the same order. So the part of the
// document that stands behind n others stands at the n-th place of the text where one begins.
#include "specs/json_origins.h"

#include <fmt/format.h>

#include <algorithm>

#include "specs/json.h"

namespace assay::specs {
namespace {

/// Whether `path` is `outer` or a path within it. `rest` becomes what stands behind.
bool is_within(std::string_view path, std::string_view outer, std::string_view& rest) {
  if (!path.starts_with(outer)) return false;
  rest = path.substr(outer.size());
  if (rest.empty() || outer.empty()) return true;
  if (rest[0] != '/') return false;
  rest.remove_prefix(1);
  return true;
}

/// How many values and keys a value holds, itself among them.
std::size_t tokens_of(const Json& json) {
  std::size_t count = 1;
  for (const Json& value : json)
    if (json.is_structured()) count += tokens_of(value) + json.is_object();
  return count;
}

/// The numbers of a value and of its key, among all values and keys of the document.
struct Tokens {
  std::size_t value = 0, key = 0;
};

Tokens tokens_at(const Json& document, std::string_view path) {
  const Json* at = &document;
  Tokens tokens;
  while (!path.empty() && at->is_structured()) {
    std::size_t next = tokens.value + 1;
    const Json* found = nullptr;
    for (const auto& [step, value] : at->items()) {
      std::string_view rest;
      tokens.key = next;
      next += at->is_object();
      if (is_within(path, step, rest) && !(step.empty() && !rest.empty())) {
        found = &value;
        tokens.value = next;
        path = rest;
        break;
      }
      next += tokens_of(value);
    }
    if (!found) {
      tokens.key = tokens.value;
      break;
    }
    at = found;
  }
  return tokens;
}

/// The byte of a string's character, counted from 1; the string begins at `from`.
std::size_t byte_of(std::string_view text, std::size_t from, std::size_t character) {
  if (from >= text.size() || text[from] != '"') return from;
  std::size_t byte = from + 1;
  for (std::size_t i = 1; i < character && byte < text.size() && text[byte] != '"'; ++i)
    byte += text[byte] != '\\' ? 1 : text.substr(byte).starts_with("\\u") ? 6 : 2;
  return byte;
}

}  // namespace

std::string line_and_column(std::string_view text, std::size_t byte) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t newline = before.rfind('\n');
  std::size_t column = newline == before.npos ? before.size() + 1 : before.size() - newline;
  if (newline == before.npos && before.starts_with(kByteOrderMark)) column -= kByteOrderMark.size();
  return fmt::format("{}:{}", std::count(before.begin(), before.end(), '\n') + 1, column);
}

std::vector<std::size_t> token_starts(std::string_view text) {
  constexpr std::string_view kOpening = "{[\"", kEndsWord = " \t\r\n,:]}";
  constexpr std::string_view kBetween = " \t\r\n,:]}\xef\xbb\xbf";
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; (i = text.find_first_not_of(kBetween, i)) < text.size();) {
    starts.push_back(i);
    if (text[i] == '"')
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
    if (kOpening.find(text[starts.back()]) != kOpening.npos)
      ++i;
    else
      i = text.find_first_of(kEndsWord, i);
  }
  return starts;
}

JsonOrigins::JsonOrigins(std::shared_ptr<const JsonOrigins> from, std::string path) {
  make({}, std::move(from), std::move(path));
}

void JsonOrigins::take(std::string to, std::shared_ptr<const JsonOrigins> from, std::string path) {
  parts_.push_back({std::move(to), std::move(from), std::move(path), false});
}

void JsonOrigins::make(std::string to, std::shared_ptr<const JsonOrigins> from, std::string path) {
  parts_.push_back({std::move(to), std::move(from), std::move(path), true});
}

JsonOrigins::Origin JsonOrigins::of(std::string_view path, Point point) const {
  const Part* best = nullptr;
  std::string_view rest, best_rest;
  for (const Part& part : parts_)
    if (is_within(path, part.to, rest) && (!best || part.to.size() >= best->to.size()))
      best = &part, best_rest = rest;
  if (best) {
    std::string there = best->path;
    if (best->made && !best_rest.empty()) return best->from->of(there, {});
    if (!best_rest.empty()) there += (there.empty() ? "" : "/") + std::string(best_rest);
    return best->from->of(there, best->made ? Point{} : point);
  }
  if (text_.empty()) return {file_, std::string(path)};
  const std::vector<std::size_t> starts = token_starts(text_);
  const Tokens tokens = tokens_at(Json::parse(text_), path);
  std::size_t byte = starts[point.key ? tokens.key : tokens.value];
  if (point.character > 0) byte = byte_of(text_, byte, point.character);
  return {fmt::format("{}:{}", file_, line_and_column(text_, byte)), std::string(path)};
}

}  // namespace assay::specs
