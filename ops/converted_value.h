#pragma once

#include <cstdint>
#include <vector>

#include "ops/permitted.h"

namespace assay::ops {

/// The permitted bits, ascending, of a FLOAT member that is stored in a type: those of the values
/// on both sides of it, if the type does not have it; none if anything is permitted, as the type
/// lacks one of the two, or the value is NaN. A denormal may become zero if the device flushes
/// them.
std::vector<std::uint64_t> converted_bits(DataType type, float value, const FloatModel& model);

/// Lets a position hold one of the bits that converted_bits() gives. Positions must be given in
/// ascending order.
void permit_converted(PermittedTensor& permitted, std::uint64_t position,
                      const std::vector<std::uint64_t>& bits);

}  // namespace assay::ops
