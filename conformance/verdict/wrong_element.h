#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "conformance/verdict/leniency.h"
#include "conformance/verdict/verdict.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// The first wrong element of an answer, the number of wrong elements and their picture; nothing
/// where all elements are right. `first`: a position before which no element is wrong. The caller
/// fills in the name of the tensor.
std::optional<WrongElement> find_wrong(const ops::PermittedTensor& permitted,
                                       const Leniency& leniency, const ops::List& sizes,
                                       std::span<const std::byte> answer, std::uint64_t first);

}  // namespace assay::conformance
