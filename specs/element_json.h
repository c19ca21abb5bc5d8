#pragma once

#include <cstdint>

#include "ops/data_type.h"
#include "specs/json.h"

namespace assay::specs {

/// An element as case files write it: a number; `"inf"`, `"-inf"`, `"-0"`; a NaN by its bits,
/// `"0x7fc00001"`.
Json element_to_json(ops::DataType type, std::uint64_t bits);

/// The inverse: the element's bit pattern. `any_nan` becomes true for `"nan"` (whose bits are those
/// of the quiet NaN). Throws Error where the type has no such value. Numbers for floats are read as
/// FLOAT64, and from there rounded to the nearest float.
std::uint64_t element_from_json(ops::DataType type, const JsonPlace& place, bool& any_nan);

/// The bit pattern of a float type's value that is nearest to `value`; the quiet NaN for NaN.
std::uint64_t float_bits(ops::DataType type, double value);

}  // namespace assay::specs
