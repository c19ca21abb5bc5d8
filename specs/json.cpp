// JSON may come from anyone. Its depth is bounded, and every error names file, line,
// column and path.
#include "specs/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "ops/nearest_name.h"

namespace assay::specs {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 30;

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
  std::size_t tokens = 0;                      // the keys and values seen so far
  const auto fail = [&](std::size_t byte, const std::string& what) {
    throw Error(fmt::format("{}:{}: {}", where, line_and_column(text, byte), what));
  };
  const auto fail_at_token = [&](std::size_t token, const std::string& what) {
    const std::vector<std::size_t> starts = token_starts(text);
    fail(token < starts.size() ? starts[token] : text.size(), what);
  };
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
      using Event = Json::parse_event_t;
      if (depth > kMaxDepth)
        fail_at_token(tokens, fmt::format("nested deeper than {}; no more is read", kMaxDepth));
      if (event == Event::object_start) keys.emplace_back();
      if (event == Event::object_end) keys.pop_back();
      if (event == Event::key) {
        auto& own = keys.back();
        own.push_back(parsed.get<std::string>());
        if (std::find(own.begin(), own.end() - 1, own.back()) != own.end() - 1)
          fail_at_token(
              tokens, fmt::format("a second key \"{}\" in one object; leave one out", own.back()));
      }
      tokens += event != Event::object_end && event != Event::array_end;
      return true;
    });
  } catch (const Json::parse_error& e) {
    // A message of the library: "[json.exception.parse_error.101] parse error at line 1, column 2:
    // what is wrong". Its byte counts from 1.
    const std::string_view message = e.what();
    const std::size_t colon = message.find(": ");
    fail(e.byte - (e.byte > 0),
         std::string(colon == message.npos ? message : message.substr(colon + 2)));
  } catch (const Json::exception& e) {
    fail_at_token(tokens, words_of(e));
  }
  return {};
}

JsonDocument parse_document(std::string_view text, const std::string& file) {
  return {parse_json(text, file), std::make_shared<JsonOrigins>(file, std::string(text))};
}

JsonDocument JsonDocument::made_for(const JsonPlace& place) {
  return {Json::object(), std::make_shared<JsonOrigins>(place.origins_, place.path_)};
}

void JsonDocument::put(const std::string& key, const JsonPlace& from) {
  json[key] = from.json();
  origins->take(key, from.origins_, from.path_);
}

void JsonDocument::append(const std::string& key, const JsonPlace& from) {
  origins->take(fmt::format("{}/{}", key, json[key].size()), from.origins_, from.path_);
  json[key].push_back(from.json());
}

void JsonDocument::append_made(const std::string& key, Json entry, const JsonPlace& place) {
  origins->make(fmt::format("{}/{}", key, json[key].size()), place.origins_, place.path_);
  json[key].push_back(std::move(entry));
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

void JsonPlace::fail(const JsonOrigins::Origin& at, const std::string& what) const {
  const std::string path = origins_->of(path_, {}).path;
  throw Error(fmt::format("{}: {}{}", at.place, path.empty() ? "" : path + ": ", what));
}

void JsonPlace::fail(const std::string& what) const {
  fail(origins_->of(path_, {.key = at_key_}), what);
}

void JsonPlace::fail_at(std::size_t character, const std::string& what) const {
  fail(origins_->of(path_, {.character = character}), what);
}

std::shared_ptr<const JsonOrigins> JsonPlace::origins() const {
  auto own = std::make_shared<JsonOrigins>(std::string(), std::string());
  own->take({}, origins_, path_);
  return own;
}

JsonPlace JsonPlace::key() const {
  JsonPlace place = *this;
  place.at_key_ = true;
  return place;
}

void JsonPlace::only_keys(std::initializer_list<std::string_view> known) const {
  for (const auto& [key, place] : members())
    if (std::find(known.begin(), known.end(), key) == known.end())
      fail(origins_->of(place.path_, {.key = true}),
           fmt::format("unknown key \"{}\"{}", key,
                       ops::known_words(key, {known.begin(), known.end()})));
}

JsonPlace JsonPlace::child(const Json& json, const std::string& step) const {
  JsonPlace place(json, origins_);
  place.path_ = path_.empty() ? step : path_ + "/" + step;
  return place;
}

JsonPlace JsonPlace::at(const char* key) const {
  if (!json_->is_object()) fail("must be an object");
  const auto found = json_->find(key);
  if (found == json_->end()) fail(fmt::format("\"{}\" is missing; add it", key));
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
