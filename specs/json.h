#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "ops/error.h"

namespace assay::specs {

using Json = nlohmann::ordered_json;

/// Reads a whole file of at most 1 GiB. Throws Error.
std::string read_file(const std::filesystem::path& path);

/// Parses JSON that is nested at most 32 deep and has each key of an object once. Throws Error with
/// `where`, and with line and column if the text is no JSON.
Json parse_json(std::string_view text, const std::string& where);

/// JSON as text, in several lines if `indent` is not negative. Bytes that are no UTF-8 become
/// U+FFFD.
std::string json_text(const Json& json, int indent = -1);

/// The message of an exception of the JSON library, without the exception's name in front.
std::string words_of(const Json::exception& e);

/// A place in a JSON document. It knows its file and path, so that every error names them.
class JsonPlace {
 public:
  JsonPlace(const Json& json, std::string file) : json_(&json), file_(std::move(file)) {}

  const Json& json() const { return *json_; }
  [[noreturn]] void fail(const std::string& what) const;

  /// Throws Error if this is no object, or if it has another key, which the error then names.
  void only_keys(std::initializer_list<std::string_view> known) const;
  bool has(const char* key) const { return json_->is_object() && json_->contains(key); }
  /// The member of an object. Throws Error if it is missing.
  JsonPlace at(const char* key) const;
  JsonPlace at(std::size_t index) const;
  /// members() gives the key and place of each member of an object, in order. entries() gives the
  /// places of an array's entries.
  std::vector<std::pair<std::string, JsonPlace>> members() const;
  std::vector<JsonPlace> entries() const;

  std::string text() const;
  std::string text_or(const char* key, std::string otherwise) const;
  /// The integer at this place. Throws Error if there is none, or if it is not in low..high.
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  std::uint64_t natural() const;
  double number() const;
  bool boolean() const;

 private:
  JsonPlace child(const Json& json, const std::string& step) const;

  const Json* json_;
  std::string file_, path_;
};

}  // namespace assay::specs
