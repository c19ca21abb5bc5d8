#pragma once

#include <string_view>

#include "conformance/base/text_template.h"

namespace assay::conformance {

/// The file of this name of the folder `program`, its places filled: a part of the C program that a
/// reproducer is.
std::string program_part(std::string_view name, const TemplateWords& words = {});

}  // namespace assay::conformance
