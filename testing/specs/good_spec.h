#pragma once

#include <string>

#include "ops/error.h"
#include "specs/json.h"
#include "specs/loader.h"
#include "testing/specs/place.h"

namespace assay::specs::testing {

/// A small valid spec that uses each part of the format.
inline const char* const kGood = R"({
  "operator": "twice", "desc": "DML_TWICE", "summary": "Doubles.", "page": "https://x",
  "let": { "D": "A.DimensionCount" },
  "terms": "2",
  "members": [
    { "name": "A", "kind": "input", "summary": "What is doubled.",
      "data": { "in-range": { "in": "0 .. 7", "otherwise": "undrawn", "sentence": "s", "source": "p" } } },
    { "name": "B", "kind": "output", "alias": "A", "summary": "The double.",
      "type": { "same-type": { "in": "A.DataType", "sentence": "s", "source": "p" } },
      "dimensions": { "same-dimensions": { "in": "D", "sentence": "s", "source": "p" } },
      "sizes": { "same-sizes": { "in": "A.Sizes", "sentence": "s", "source": "p" } } },
    { "name": "Count", "kind": "uint", "summary": "How often.",
      "value": { "count": { "in": "1 .. D", "since": "2_0", "until": "6_0", "sentence": "s", "source": "p" } },
      "prefer": "1" },
    { "name": "Mode", "kind": "enum", "enumerators": { "ONE": 1, "TWO": 2 }, "summary": "Which.",
      "value": { "mode": { "in": "1 .. 2", "sentence": "s", "source": "p" } } },
    { "name": "Steps", "kind": "ints", "length": "D", "summary": "Steps.",
      "value": { "steps": { "in": "each i < D : 1 .. 4", "sentence": "s", "source": "p" } } } ],
  "support": {
    "1_0": { "A": { "dimensions": [4, 4], "types": "INT32" }, "B": { "dimensions": [4, 4], "types": "INT32" } },
    "3_0": { "A": { "dimensions": [1, 8], "types": "INT32 INT64" }, "B": { "dimensions": [1, 8], "types": "INT32 INT64" } } },
  "errata": [ { "id": "silent", "where": "w", "page": "p", "reading": "r", "why": "y" } ],
  "examples": [ { "title": "t", "source": "s", "erratum": "silent", "case": { "level": "3_0" } } ]
})";

/// Loads a document, and gives the error's message, or "loaded" where there is no error.
inline std::string message_of(const std::string& text) {
  try {
    load_spec(text, "twice.json");
    return "loaded";
  } catch (const Error& e) {
    return e.what();
  }
}

/// The same without line and column, which each message must have.
inline std::string outcome(const std::string& text) {
  const std::string message = message_of(text);
  return message == "loaded" ? message : without_place(message);
}

/// Gives kGood with the value at a JSON pointer replaced. A discarded value removes the place.
inline std::string with(const std::string& pointer, const Json& value) {
  Json document = Json::parse(kGood);
  const Json::json_pointer at(pointer);
  if (value.is_discarded()) {
    document[at.parent_pointer()].erase(at.back());
  } else {
    document[at] = value;
  }
  return document.dump();
}

/// Gives kGood without the value at a JSON pointer.
inline std::string without(const std::string& pointer) {
  return with(pointer, Json(Json::value_t::discarded));
}

}  // namespace assay::specs::testing
