#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "specs/json.h"

namespace assay::conformance {

/// What every comparison of kept runs tells of each of them.
struct ComparedRun {
  std::string folder, device, driver_version;
  std::uint64_t cases = 0, divergences = 0;

  /// `run`: the run.json of the folder.
  static ComparedRun of(const std::filesystem::path& folder, const specs::Json& run);
  /// Two lines and the beginning of a third, for the run with this number.
  std::string text(std::size_t number) const;
  specs::Json to_json() const;
};

}  // namespace assay::conformance
