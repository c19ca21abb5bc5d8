#pragma once

#include "ops/problem.h"
#include "specs/case.h"

namespace assay::specs {

/// Makes a valid case's problem: its descriptor, and each input's data, either from fill and seed
/// or as the case brings it. The result is the same on every machine, and what a line computes is
/// frozen. Reuses the buffers of `problem`. Throws Error if a tensor with shared elements spans
/// more than 2^28 of them.
void fill(const Case& c, ops::Problem& problem);

/// The data rules that the inputs of a problem break, as indices into Spec::data_rules. Rules that
/// say which answers a breach permits (any-of, one-of) are left out.
std::vector<std::size_t> broken_data_rules(const Case& c, const ops::Problem& problem);

/// A hash of a problem's descriptor and data. It is for the table that freezes what lines compute.
std::uint64_t hash_of(const ops::Problem& problem);

}  // namespace assay::specs
