#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/descriptor.h"
#include "specs/loader.h"

namespace assay::specs {

// What messages say of a name that is not known. Where a name that is known is like it, they end
// with that name.

/// `no operator "gathr"; the nearest is "gather"`
std::string unknown_operator(std::string_view name, const Catalogue& catalogue);
/// `no feature level "4_2"; the nearest is "4_0"`
std::string unknown_level(std::string_view name);
/// `no data type "FLOAT31"; the nearest is "FLOAT32"`
std::string unknown_type(std::string_view name);
/// `no member "Axi"; the nearest is "Axis"`, where a member is what `known` names.
std::string unknown(std::string_view what, std::string_view name,
                    const std::vector<std::string>& known);
/// `no enumerator "EGDE"; the nearest is "EDGE"`
std::string unknown_enumerator(std::string_view name, const ops::Member& member);

}  // namespace assay::specs
