#pragma once

#include <cstdint>
#include <string_view>

#include "ops/descriptor.h"
#include "specs/json.h"

/// The values of members as case files have them. Those that read throw Error.
namespace assay::specs {

/// The keys of a fused activation in a case file.
inline constexpr char kFusedOperator[] = "operator", kFusedMembers[] = "members";

/// These throw Error, with an example of what is right, where a place holds no object or no array.
void require_object(const JsonPlace& place, std::string_view example);
void require_array(const JsonPlace& place, std::string_view example);

/// A list of integers in low..high.
ops::List list_from_json(const JsonPlace& place, std::int64_t low, std::int64_t high);
Json list_to_json(const ops::List& list);

/// The value of a member that is no struct. Where it is a scalar, the descriptor has its data type.
ops::List value_from_json(const ops::Member& m, const ops::Descriptor& d, const JsonPlace& place);
Json value_to_json(const ops::Member& m, const ops::Descriptor& d);

}  // namespace assay::specs
