#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "ops/error.h"

namespace assay::specs {

using Json = nlohmann::ordered_json;

/// The whole of a file, at most 1 GiB. Throws Error.
std::string read_file(const std::filesystem::path& path);

/// Parses JSON nested at most 32 deep, each key of an object once. Throws Error with `where`, and
/// with line and column where it is no JSON.
Json parse_json(std::string_view text, const std::string& where);

/// JSON as text, in lines where `indent` is not negative; what is no UTF-8 becomes U+FFFD.
std::string json_text(const Json& json, int indent = -1);

/// What a library's complaint says, without its own name in front.
std::string words_of(const Json::exception& e);

/// A place in a JSON document, which knows its file and path, so that every complaint names them.
class JsonPlace {
 public:
  JsonPlace(const Json& json, std::string file) : json_(&json), file_(std::move(file)) {}

  const Json& json() const { return *json_; }
  [[noreturn]] void fail(const std::string& what) const;

  /// An object with no keys but these. Throws Error naming the first unknown one.
  void only_keys(std::initializer_list<std::string_view> known) const;
  bool has(const char* key) const { return json_->is_object() && json_->contains(key); }
  /// The member of an object. Throws Error where it is missing.
  JsonPlace at(const char* key) const;
  JsonPlace at(std::size_t index) const;
  /// Key and place of each member of an object, in order; places of an array's entries.
  std::vector<std::pair<std::string, JsonPlace>> members() const;
  std::vector<JsonPlace> entries() const;

  std::string text() const;
  std::string text_or(const char* key, std::string otherwise) const;
  /// An integer in low..high. Throws Error otherwise.
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
