#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ops/data_type.h"

/// Numbers as the lines of cases have them.
namespace assay::specs {

/// A value of a data type as text: an integer, or the shortest decimal that gives the same bits, or
/// `inf`, `-inf`, `-0`. The quiet NaN is `nan`; any other NaN is its bits, as in `0x7fc00001`.
std::string number_text(ops::DataType type, std::uint64_t bits);

/// The inverse of number_text: the bit pattern. Bits may be given of any value. Nothing if the text
/// is no number, or is beyond the type's range.
std::optional<std::uint64_t> number_from_text(ops::DataType type, std::string_view text);

}  // namespace assay::specs
