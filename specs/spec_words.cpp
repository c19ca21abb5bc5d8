#include "specs/spec_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/nearest_name.h"
#include "specs/unknown_name.h"

namespace assay::specs {

using ops::Expression;

namespace {

/// Names for data types that often stand together.
constexpr std::pair<std::string_view, std::string_view> kTypeLists[] = {
    {"F", "FLOAT32 FLOAT16"},
    {"T8", "FLOAT32 FLOAT16 INT32 INT16 INT8 UINT32 UINT16 UINT8"},
    {"T10", "FLOAT32 FLOAT16 INT64 INT32 INT16 INT8 UINT64 UINT32 UINT16 UINT8"},
    {"T11", "FLOAT64 FLOAT32 FLOAT16 INT64 INT32 INT16 INT8 UINT64 UINT32 UINT16 UINT8"},
    {"IDX", "INT64 INT32 UINT64 UINT32"},
    {"U3", "UINT32 UINT16 UINT8"},
    {"B2", "UINT32 UINT8"}};

}  // namespace

std::string read_name(const JsonPlace& place, const std::string& text) {
  const auto is_letter = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
  };
  const auto fits = [&](char c) { return is_letter(c) || ('0' <= c && c <= '9'); };
  if (text.empty() || !is_letter(text[0]) || !std::all_of(text.begin(), text.end(), fits))
    place.fail(
        fmt::format("\"{}\" is no name: letters, digits and _ make one, not a digit first", text));
  return text;
}

Level read_level(const JsonPlace& place, const std::string& name) {
  const auto found = Level::named(name);
  if (!found) place.fail(unknown_level(name));
  return *found;
}

std::string read_sentence(const JsonPlace& place, const char* key) {
  const std::string text = place.at(key).text();
  if (text.empty()) place.at(key).fail("must not be empty");
  return text;
}

ops::Set read_types(const JsonPlace& place, std::string_view text) {
  ops::Set set;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t first = at + 1;
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    const auto* list = std::find_if(std::begin(kTypeLists), std::end(kTypeLists),
                                    [&](const auto& l) { return l.first == word; });
    if (list != std::end(kTypeLists)) {
      const ops::Set all = read_types(place, list->second);
      for (const ops::Range r : all.ranges()) set.add(r);
      continue;
    }
    const auto type = ops::data_type_named(word);
    if (!type) place.fail_at(first, unknown_type(word));
    set.add({static_cast<std::int64_t>(*type), static_cast<std::int64_t>(*type)});
  }
  if (set.empty()) place.fail("must name a data type");
  return set;
}

const ops::Member& read_member(const JsonPlace& place, std::string_view what, const Spec& spec,
                               const std::function<bool(const ops::Member&)>& fits) {
  const std::string name = place.text();
  const ops::Member* found = spec.signature.find(name);
  if (found && fits(*found)) return *found;
  std::vector<std::string> known;
  for (const ops::Member& m : spec.signature.members)
    if (fits(m)) known.push_back(m.name);
  place.fail(
      fmt::format("must name {}, and \"{}\" is none{}", what, name, ops::known_words(name, known)));
}

Expression read_expression(const JsonPlace& place, Expression::Form form, const Spec& spec,
                           std::string_view variable) {
  try {
    return Expression::parse(place.text(), form, spec.signature, spec.let, variable);
  } catch (const ops::ExpressionError& e) {
    place.fail_at(e.column, e.what());
  }
}

}  // namespace assay::specs
