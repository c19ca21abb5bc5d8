#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {

/// The folder of the example of a backend.
inline const std::filesystem::path kBackendFolder = source_folder() / "conformance/run/backend";

/// Replaces a part of the example's text, compiles it, and gives the path of the library.
std::string backend_library(const TestFolder& folder, const std::string& from,
                            const std::string& to);

/// Runs a campaign of slice1 and counts its divergences by verdict. The command that the first one
/// gives to reproduce it must do so.
std::map<std::string, int> verdicts_of(const std::string& backend, const TestFolder& folder,
                                       int cases, std::vector<Json>* failures = nullptr);

}  // namespace assay::cmd::testing
