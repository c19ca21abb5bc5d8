#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "ops/error.h"
#include "specs/json_origins.h"

namespace assay::specs {

using Json = nlohmann::ordered_json;

/// Reads a whole file of at most 1 GiB. Throws Error.
std::string read_file(const std::filesystem::path& path);

/// Parses JSON that is nested at most 32 deep and has each key of an object once. Throws Error with
/// `where`, line and column.
Json parse_json(std::string_view text, const std::string& where);

/// JSON as text, in several lines if `indent` is not negative. Bytes that are no UTF-8 become
/// U+FFFD.
std::string json_text(const Json& json, int indent = -1);

/// The message of an exception of the JSON library, without the exception's name in front.
std::string words_of(const Json::exception& e);

/// A place in a JSON document. Every error names it: `FILE:LINE:COLUMN: PATH: what is wrong`.
class JsonPlace {
 public:
  /// The root of a document whose text is not known: errors name the file and the path.
  JsonPlace(const Json& json, const std::string& file)
      : JsonPlace(json, std::make_shared<JsonOrigins>(file, "")) {}
  JsonPlace(const Json& json, std::shared_ptr<const JsonOrigins> origins)
      : json_(&json), origins_(std::move(origins)) {}

  const Json& json() const { return *json_; }
  [[noreturn]] void fail(const std::string& what) const;
  /// The same with the place of a character of the string that stands here, counted from 1.
  [[noreturn]] void fail_at(std::size_t character, const std::string& what) const;
  /// The same place, whose errors name where its key stands.
  JsonPlace key() const;
  /// `FILE:LINE:COLUMN`
  std::string where() const { return origins_->of(path_, {.key = at_key_}).place; }
  /// Where the parts of a document stand that is a copy of what is here.
  std::shared_ptr<const JsonOrigins> origins() const;
  /// The path from the document's root: keys and numbers of entries, with slashes between them.
  const std::string& path() const { return path_; }

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

  [[noreturn]] void fail(const JsonOrigins::Origin& at, const std::string& what) const;

  const Json* json_;
  std::shared_ptr<const JsonOrigins> origins_;
  std::string path_;
  bool at_key_ = false;
  friend struct JsonDocument;
};

/// A document that knows where its parts stand.
struct JsonDocument {
  Json json;
  std::shared_ptr<JsonOrigins> origins;

  JsonPlace root() const { return {json, origins}; }
  /// An empty object that is made for the sake of a place. Its parts stand there, until others are
  /// put into it.
  static JsonDocument made_for(const JsonPlace& place);
  /// Puts what stands at a place under a key, or behind the entries of the array under a key.
  void put(const std::string& key, const JsonPlace& from);
  void append(const std::string& key, const JsonPlace& from);
  /// Puts an entry behind those of the array under a key. It is made for the sake of a place.
  void append_made(const std::string& key, Json entry, const JsonPlace& place);
};

/// The same as parse_json. `file` is the name that errors give to the text.
JsonDocument parse_document(std::string_view text, const std::string& file);

}  // namespace assay::specs
