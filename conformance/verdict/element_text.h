#pragma once

#include <cstdint>
#include <string>

#include "ops/list.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// What a set permits at a position: `3 (0x40400000)`, `2.5 .. 2.75`, `anything`.
std::string describe_permitted(const ops::PermittedTensor& permitted, std::uint64_t position);

/// A value with its bits: `3 (0x40400000)`.
std::string describe_value(ops::DataType type, std::uint64_t bits);

/// The coordinates of a position, which counts elements in row-major order.
ops::List coordinates_of(const ops::List& sizes, std::uint64_t position);

}  // namespace assay::conformance
