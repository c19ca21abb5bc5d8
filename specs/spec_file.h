#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "ops/embedded_file.h"

namespace assay::specs {

/// A file that a spec is made of: its text, and the name that messages give it.
struct SpecFile {
  std::string text, path;
};

/// The file of the name `file`, which may begin with a folder's name. It is searched for beside the
/// spec of this path, then in what is installed with the program, then in `embedded`, where it is
/// found by the name behind the folder's.
std::optional<SpecFile> find_spec_file(const std::filesystem::path& file, const std::string& path,
                                       std::span<const ops::EmbeddedFile> embedded);

}  // namespace assay::specs
