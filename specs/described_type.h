#pragma once

#include <optional>
#include <string_view>

#include "ops/data_type.h"
#include "ops/set.h"

/// The data types that a descriptor may name: those of elements, and beside them UNKNOWN, UINT4 and
/// INT4. DirectML has these three as well, and no operator supports them here. A descriptor with
/// one of them is invalid.
namespace assay::specs {

/// The numbers of these types.
constexpr ops::Range kDescribedTypes{0, 13};

/// The type with this name; nothing if none of these types has it.
std::optional<ops::DataType> described_type_named(std::string_view name);

/// Whether the type is one of those of elements.
bool is_element_type(ops::DataType type);

}  // namespace assay::specs
