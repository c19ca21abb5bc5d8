#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "conformance/verdict/leniency.h"
#include "conformance/verdict/verdict.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// The first element of an answer that is not right, and all that are not; nothing where all are.
/// `first`: nothing before it is wrong. All of it but the tensor's name.
std::optional<WrongElement> find_wrong(const ops::PermittedTensor& permitted,
                                       const Leniency& leniency, const ops::List& sizes,
                                       std::span<const std::byte> answer, std::uint64_t first);

}  // namespace assay::conformance
