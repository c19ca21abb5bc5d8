#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "specs/loader.h"

namespace assay::specs::testing {

/// A small valid spec with an array of inputs, an array of outputs and an optional input. Whole is
/// as long along Axis as all Parts together.
constexpr const char* kSlots = R"({
  "operator": "slots", "desc": "d", "summary": "s", "page": "p",
  "let": { "D": "Parts[0].DimensionCount" },
  "members": [
    { "name": "Count", "kind": "uint", "summary": "s", "value": {
        "count": { "in": "1 .. 4", "sentence": "s", "source": "p" } } },
    { "name": "Parts", "kind": "inputs", "capacity": 4, "count": "Count", "summary": "s",
      "like": "Parts[0]",
      "sizes": { "off-axis": {
        "in": "each d < D : if d == Axis then any else Parts[0].Sizes[d]",
        "sentence": "s", "source": "p" } } },
    { "name": "Bias", "kind": "input", "optional": true, "summary": "s", "like": "Whole" },
    { "name": "Whole", "kind": "output", "summary": "s", "like": "Parts[0]",
      "sizes": { "whole": {
        "in": "each d < D : if d == Axis then sum(i < Count : Parts[i].Sizes[d]) else Parts[0].Sizes[d]",
        "sentence": "s", "source": "p" } } },
    { "name": "OutCount", "kind": "uint", "summary": "s", "value": {
        "out-count": { "in": "if present(Bias) then 1 else Count", "sentence": "s", "source": "p" } } },
    { "name": "Outs", "kind": "outputs", "capacity": 4, "count": "OutCount", "summary": "s",
      "type": "Parts[0]", "dimensions": "Parts[0]" },
    { "name": "Axis", "kind": "uint", "summary": "s", "value": {
        "axis": { "in": "0 .. D - 1", "sentence": "s", "source": "p" } } }
  ],
  "support": { "1_0": "F 1-4", "2_1": "T8 1-8" }, "errata": [], "examples": []
})";

/// A catalogue with the operator of this spec, whose name is slots, alone.
inline Catalogue catalogue_of(std::string_view spec) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("assay-slots-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "slots.json") << spec;
  Catalogue loaded(folder);
  std::filesystem::remove_all(folder);
  return loaded;
}

/// A catalogue with that operator alone.
inline const Catalogue& slots_catalogue() {
  static const Catalogue catalogue = catalogue_of(kSlots);
  return catalogue;
}

}  // namespace assay::specs::testing
