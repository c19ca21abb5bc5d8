#pragma once

#include <span>

#include "specs/case.h"

namespace assay::specs {

/// Fills the input that the data rule is about, in logical order; the rule must have values (`in`).
/// If the input's strides let coordinates share an element, pass `shared`. Then `count` elements of
/// memory are filled with values that suit every coordinate.
void fill_indices(const Case& c, const DataRule& rule, std::uint64_t key, std::uint64_t count,
                  bool shared, std::span<std::byte> out);

}  // namespace assay::specs
