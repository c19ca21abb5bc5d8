#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace assay::ops {

/// A file of the source tree that the program holds as text (embed() in CMakeLists.txt).
struct EmbeddedFile {
  /// The file's name with its extension, and its path from the top of the source tree.
  std::string_view name, path;
  std::string_view text;
};

/// The file of this name, or null.
inline const EmbeddedFile* find_file(std::span<const EmbeddedFile> files, std::string_view name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const EmbeddedFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace assay::ops
