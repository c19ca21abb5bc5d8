#pragma once

#include <cstdint>
#include <span>

#include "ops/descriptor.h"
#include "specs/case.h"

namespace assay::specs {

/// Whether this fill gives an input of this type arguments of the built-in functions in the
/// signature's formula: fills `distinct` and `edges` of FLOAT16 and FLOAT32 do.
bool fills_arguments(const ops::Signature& signature, Fill fill, ops::DataType type);

/// Fills `count` elements of an input with arguments of the function that the formula applies to
/// it. `distinct` gives random ones for which the function is defined; of `edges`, three in four
/// are beside places where implementations go wrong, such as overflow and turning points. Element i
/// depends on `key` and i alone.
void fill_arguments(const ops::Signature& signature, const ops::Member& input, Fill fill,
                    ops::DataType type, std::uint64_t key, std::uint64_t count,
                    std::span<std::byte> out);

}  // namespace assay::specs
