#pragma once

#include <string_view>

#include "conformance/base/text_template.h"

namespace assay::conformance {

/// Gives a part of the reproducer's C program: the file `name` of the folder `program`, with
/// `words` put into its places. Throws Error where the folder has no such file.
std::string program_part(std::string_view name, const TemplateWords& words = {});

}  // namespace assay::conformance
