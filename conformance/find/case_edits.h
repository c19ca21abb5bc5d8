#pragma once

#include <cstddef>
#include <cstdint>

#include "specs/case.h"

namespace assay::conformance {

// Edits that make a case simpler. They ignore the rules, so the case may be invalid afterwards.

/// Drops dimension k from every list that has one entry for each dimension. With `follow`, scalars
/// above k are reduced by one, because they may be numbers of dimensions.
void drop_dimension(specs::Case& c, std::size_t dimensions, std::size_t k, bool follow);

/// Replaces every size of this value, in all tensors.
void replace_sizes(specs::Case& c, std::int64_t from, std::int64_t to);

/// Leaves out a tensor that may be absent. In an array those behind it move up, and there is one
/// less.
void drop_tensor(specs::Case& c, const ops::Member& m, std::size_t number);

}  // namespace assay::conformance
