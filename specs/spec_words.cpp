#include "specs/spec_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::specs {

using ops::Expression;

std::string read_name(const JsonPlace& place, const std::string& text) {
  const auto is_letter = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
  };
  const auto fits = [&](char c) { return is_letter(c) || ('0' <= c && c <= '9'); };
  if (text.empty() || !is_letter(text[0]) || !std::all_of(text.begin(), text.end(), fits))
    place.fail(fmt::format("\"{}\" is no name", text));
  return text;
}

Level read_level(const JsonPlace& place, const std::string& name) {
  const auto found = Level::named(name);
  if (!found) place.fail(fmt::format("no feature level \"{}\"", name));
  return *found;
}

std::string read_sentence(const JsonPlace& place, const char* key) {
  const std::string text = place.at(key).text();
  if (text.empty()) place.at(key).fail("must not be empty");
  return text;
}

ops::Set read_types(const JsonPlace& place) {
  ops::Set set;
  const std::string text = place.text();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const auto type = ops::data_type_named(std::string_view(text).substr(at, end - at));
    if (!type) place.fail(fmt::format("no data type \"{}\"", text.substr(at, end - at)));
    set.add({static_cast<std::int64_t>(*type), static_cast<std::int64_t>(*type)});
    at = end + 1;
  }
  if (set.empty()) place.fail("names no data type");
  return set;
}

Expression read_expression(const JsonPlace& place, Expression::Form form, const Spec& spec,
                           std::string_view variable) {
  try {
    return Expression::parse(place.text(), form, spec.signature, spec.let, variable);
  } catch (const ops::ExpressionError& e) {
    place.fail(fmt::format("column {}: {}", e.column, e.what()));
  }
}

}  // namespace assay::specs
