#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "specs/loader.h"

namespace assay::specs::testing {

/// A small valid spec that has each kind of member whose value is no plain integer.
inline const char* const kValues = R"({
  "operator": "values", "desc": "DML_VALUES", "summary": "Has values.", "page": "https://x",
  "members": [
    { "name": "A", "kind": "output", "summary": "What is written." },
    { "name": "Bias", "kind": "struct", "optional": true, "summary": "What is added." },
    { "name": "Bias.Scale", "kind": "float", "summary": "A factor.",
      "value": { "positive": { "in": "0.0 .. inf", "sentence": "s", "source": "p" } } },
    { "name": "Bias.Count", "kind": "uint", "summary": "A count.",
      "value": { "count": { "in": "if Bias.Scale < 1.0 then 1 .. 4 | 9 else any", "sentence": "s", "source": "p" } } },
    { "name": "Size", "kind": "struct", "summary": "A size." },
    { "name": "Size.Width", "kind": "uint", "summary": "How wide.",
      "value": { "width": { "in": "if present(Bias) then 1 .. 7 else 2", "sentence": "s", "source": "p" } } },
    { "name": "Alpha", "kind": "float", "summary": "A number.", "prefer": "-1.5 .. 2.5" },
    { "name": "Steps", "kind": "floats", "length": "A.DimensionCount", "summary": "Some numbers." },
    { "name": "ValueDataType", "kind": "type", "summary": "The type of Value.",
      "value": { "value-type": { "in": "A.DataType", "sentence": "s", "source": "p" } } },
    { "name": "Value", "kind": "scalar", "of": "ValueDataType", "summary": "A value." },
    { "name": "Mode", "kind": "enum", "enumerators": { "ONE": 1, "TWO": 2 }, "summary": "Which.",
      "value": { "mode": { "in": "if A.DataType == FLOAT16 then Mode.TWO else Mode.ONE .. Mode.TWO", "sentence": "s", "source": "p" } } } ],
  "support": {
    "1_0": { "A": { "dimensions": [1, 3], "types": "FLOAT32 FLOAT16 INT8 UINT64" } } },
  "errata": [], "examples": []
})";

/// A catalogue that has this operator alone.
inline const Catalogue& values_catalogue() {
  static const Catalogue catalogue = [] {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("values_spec_" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "values.json") << kValues;
    Catalogue made(folder);
    std::filesystem::remove_all(folder);
    return made;
  }();
  return catalogue;
}

}  // namespace assay::specs::testing
