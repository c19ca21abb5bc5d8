// The files beside an installed program are found here.
#include "ops/installed.h"

namespace assay::ops {

namespace fs = std::filesystem;

std::optional<fs::path> installed_folder(std::string_view kind) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error || program.parent_path().filename() != "bin") return std::nullopt;
  const fs::path prefix = program.parent_path().parent_path();
  const fs::path folder =
      kind == "lib" ? prefix / "lib" / "assay" : prefix / "share" / "assay" / kind;
  if (!fs::is_directory(folder, error)) return std::nullopt;
  return folder;
}

}  // namespace assay::ops
