#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/descriptor.h"
#include "ops/error.h"

namespace assay::opencl {

/// A kernel file that cannot be used. The message starts with `FILE:LINE:COLUMN: `.
struct KernelFileError : Error {
  using Error::Error;
};

/// The text of an operator's kernel file. The text of each file that it includes, which may include
/// others, stands in the place of the annotation `//: include FILE`. A file that stands above
/// already, in the text of all variants or in that of this variant, does not stand there again; nor
/// does one that has variants of its own.
/// `#line` directives tell which line comes from where.
struct KernelText {
  std::string path, text;
  /// The paths of the files that it is made of.
  std::vector<std::string> files;
};

/// Finds `folder/OPERATOR.cl` if a folder is given and has that file, otherwise the file installed
/// with the program, or else the file built into the program. Included files are found likewise.
/// Throws KernelFileError if a file is not there.
KernelText kernel_text(std::string_view operator_name,
                       const std::optional<std::filesystem::path>& folder = {});
/// The same for an operator that may be of a family. If there is no `folder/OPERATOR.cl`, its file
/// is that of the family.
KernelText kernel_text(const ops::Signature& signature,
                       const std::optional<std::filesystem::path>& folder = {});

}  // namespace assay::opencl
