// A spec from a folder may be made of files that the folder does not hold.
#include "specs/spec_file.h"

#include "ops/installed.h"
#include "specs/json.h"

namespace assay::specs {

std::optional<SpecFile> find_spec_file(const std::filesystem::path& file, const std::string& path,
                                       std::span<const ops::EmbeddedFile> embedded) {
  namespace fs = std::filesystem;
  for (const auto& folder :
       {std::optional(fs::path(path).parent_path()), ops::installed_folder("specs")}) {
    if (!folder) continue;
    const fs::path found = *folder / file;
    std::error_code error;
    if (fs::is_regular_file(found, error)) return SpecFile{read_file(found), found.string()};
  }
  if (const ops::EmbeddedFile* found = ops::find_file(embedded, file.filename().string()))
    return SpecFile{std::string(found->text), std::string(found->path)};
  return std::nullopt;
}

}  // namespace assay::specs
