#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "specs/json.h"

namespace assay::conformance {

/// A page of HTML that needs no other file: `page`, which is a file of `conformance/report/page/`,
/// between `head.html` and `foot.html`, with the style, the charts, these scripts in their order,
/// and the data that they show.
std::string filled_page(std::string_view page, const specs::Json& data,
                        const std::vector<const char*>& scripts);

}  // namespace assay::conformance
