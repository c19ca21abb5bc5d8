#pragma once

#include "ops/problem.h"
#include "specs/case.h"

namespace assay::specs {

/// Makes a valid case's problem: its descriptor, and each input's data from fill and seed, or as
/// the case brings it. Deterministic, the same on any machine; what a line computes is frozen.
/// Reuses the buffers of `problem`. Throws Error where shared elements span more than 2^28.
void fill(const Case& c, ops::Problem& problem);

/// The data rules that the inputs of a problem break, other than those whose breach is allowed for
/// (any-of, one-of), as indices into Spec::data_rules.
std::vector<std::size_t> broken_data_rules(const Case& c, const ops::Problem& problem);

/// A hash of a problem: descriptor and data. For the table that freezes what lines compute.
std::uint64_t hash_of(const ops::Problem& problem);

}  // namespace assay::specs
