#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ops/arithmetic/formula.h"

namespace assay::ops {

/// The integers of a data type.
struct IntegerType {
  int bits;
  bool is_signed;

  /// The value of this type that is congruent to `value` modulo 2^bits.
  std::int64_t wrapped(std::int64_t value) const;
};

/// What a formula that has integers gives for them. Each operation wraps. Values are sign- or
/// zero-extended to 64 bits. Nothing where the formula divides by zero or shifts by as many bits as
/// there are: then anything is permitted.
std::optional<std::int64_t> evaluate(const Formula& formula,
                                     std::span<const std::int64_t> variables, IntegerType type);

}  // namespace assay::ops
