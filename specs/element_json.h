#pragma once

#include <cstdint>

#include "ops/data_type.h"
#include "specs/json.h"

namespace assay::specs {

/// An element as case files write it: a number, one of `"inf"`, `"-inf"` and `"-0"`, or a NaN by
/// its bits, as in `"0x7fc00001"`.
Json element_to_json(ops::DataType type, std::uint64_t bits);

/// The inverse of element_to_json: the element's bit pattern. `any_nan` becomes true for `"nan"`,
/// whose bits are those of the quiet NaN. Throws Error if the type has no such value. A number for
/// a float type is read as FLOAT64 and then rounded to the nearest value of the type.
std::uint64_t element_from_json(ops::DataType type, const JsonPlace& place, bool& any_nan);

/// The bit pattern of the value of a float type that is nearest to `value`; for NaN, the quiet NaN.
std::uint64_t float_bits(ops::DataType type, double value);

}  // namespace assay::specs
