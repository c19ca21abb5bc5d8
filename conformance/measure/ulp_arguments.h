#pragma once

#include <cstdint>
#include <vector>

#include "ops/arithmetic/builtins.h"

namespace assay::conformance {

/// `count` arguments for one operand of a function: neighbours of its edges, random bits, and
/// magnitudes in the middle. The same key gives the same arguments.
std::vector<float> float_arguments(const ops::Builtin& f, std::uint64_t count, std::uint64_t key);

/// The same as the bits of halves. A function of one operand has all 65,536 instead.
std::vector<std::uint16_t> half_arguments(const ops::Builtin& f, std::uint64_t count,
                                          std::uint64_t key);

/// The value of an argument.
inline float value_of(float x) { return x; }
float value_of(std::uint16_t half_bits);

}  // namespace assay::conformance
