#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace assay::ops {

/// The folder that holds an installed program's files of a kind (`specs`, `kernels`, `plan`,
/// `lib`). Relative to the program it is `../share/assay/KIND` or `../lib/assay`. Nothing if there
/// is no such folder, as beside a program that was built and not installed.
std::optional<std::filesystem::path> installed_folder(std::string_view kind);

}  // namespace assay::ops
