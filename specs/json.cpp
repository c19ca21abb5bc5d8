// JSON may come from anyone. Its depth is bounded, and every error names file and path.
#include "specs/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

namespace assay::specs {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 30;

std::string line_and_column(std::string_view text, std::size_t byte) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') ++line, column = 1;
  }
  return fmt::format("{}:{}", line, column);
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw Error(fmt::format("{}: is a folder, not a file", path.string()));
  if (std::filesystem::is_regular_file(path, error) &&
      std::filesystem::file_size(path, error) > kMaxBytes)
    throw Error(fmt::format("{}: larger than 1 GiB", path.string()));
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf() || in.peek() == std::ifstream::traits_type::eof()))
    throw Error(fmt::format("{}: cannot be read", path.string()));
  return std::move(text).str();
}

Json parse_json(std::string_view text, const std::string& where) {
  std::vector<std::vector<std::string>> keys;  // the keys seen so far in each enclosing object
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
      if (depth > kMaxDepth)
        throw Error(fmt::format("{}: nested deeper than {}", where, kMaxDepth));
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key) {
        auto& own = keys.back();
        own.push_back(parsed.get<std::string>());
        if (std::find(own.begin(), own.end() - 1, own.back()) != own.end() - 1)
          throw Error(fmt::format("{}: a second key \"{}\" in one object", where, own.back()));
      }
      return true;
    });
  } catch (const Json::parse_error& e) {
    // A message of the library: "[json.exception.parse_error.101] parse error at line 1, column 2:
    // what is wrong"
    const std::string_view message = e.what();
    const std::size_t colon = message.find(": ");
    throw Error(fmt::format("{}:{}: {}", where, line_and_column(text, e.byte),
                            colon == message.npos ? message : message.substr(colon + 2)));
  } catch (const Json::exception& e) {
    throw Error(fmt::format("{}: {}", where, words_of(e)));
  }
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string words_of(const Json::exception& e) {
  // A message of the library: "[json.exception.type_error.302] type must be string, but is number"
  const std::string_view message = e.what();
  const std::size_t name = message.starts_with('[') ? message.find("] ") : message.npos;
  return std::string(name == message.npos ? message : message.substr(name + 2));
}

void JsonPlace::fail(const std::string& what) const {
  throw Error(fmt::format("{}: {}{}", file_, path_.empty() ? "" : path_ + ": ", what));
}

void JsonPlace::only_keys(std::initializer_list<std::string_view> known) const {
  if (!json_->is_object()) fail("must be an object");
  for (const auto& [key, value] : json_->items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      fail(fmt::format("unknown key \"{}\"", key));
}

JsonPlace JsonPlace::child(const Json& json, const std::string& step) const {
  JsonPlace place(json, file_);
  place.path_ = path_.empty() ? step : path_ + "/" + step;
  return place;
}

JsonPlace JsonPlace::at(const char* key) const {
  if (!json_->is_object()) fail("must be an object");
  const auto found = json_->find(key);
  if (found == json_->end()) fail(fmt::format("\"{}\" is missing", key));
  return child(*found, key);
}

JsonPlace JsonPlace::at(std::size_t index) const {
  return child((*json_)[index], std::to_string(index));
}

std::vector<std::pair<std::string, JsonPlace>> JsonPlace::members() const {
  if (!json_->is_object()) fail("must be an object");
  std::vector<std::pair<std::string, JsonPlace>> all;
  for (const auto& [key, value] : json_->items()) all.emplace_back(key, child(value, key));
  return all;
}

std::vector<JsonPlace> JsonPlace::entries() const {
  if (!json_->is_array()) fail("must be an array");
  std::vector<JsonPlace> all;
  for (std::size_t i = 0; i < json_->size(); ++i) all.push_back(at(i));
  return all;
}

std::string JsonPlace::text() const {
  if (!json_->is_string()) fail("must be a string");
  return json_->get<std::string>();
}

std::string JsonPlace::text_or(const char* key, std::string otherwise) const {
  return has(key) ? at(key).text() : std::move(otherwise);
}

std::int64_t JsonPlace::integer(std::int64_t low, std::int64_t high) const {
  const bool fits =
      !json_->is_number_unsigned() || json_->get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
  if (!json_->is_number_integer() || !fits) fail("must be an integer");
  const std::int64_t value = json_->get<std::int64_t>();
  if (value < low || value > high) fail(fmt::format("must be in {} .. {}", low, high));
  return value;
}

std::uint64_t JsonPlace::natural() const {
  if (!json_->is_number_unsigned()) fail("must be an integer, not negative");
  return json_->get<std::uint64_t>();
}

double JsonPlace::number() const {
  if (!json_->is_number()) fail("must be a number");
  return json_->get<double>();
}

bool JsonPlace::boolean() const {
  if (!json_->is_boolean()) fail("must be true or false");
  return json_->get<bool>();
}

}  // namespace assay::specs
