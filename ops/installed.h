#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace assay::ops {

/// Where an installed program has its files of a kind (`specs`, `kernels`, `lib`): relative to the
/// program's own place, `../share/assay/KIND` or `../lib/assay`. Nothing where there is no such
/// folder, as beside a program that was built and not installed.
std::optional<std::filesystem::path> installed_folder(std::string_view kind);

}  // namespace assay::ops
