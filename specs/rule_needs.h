#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "specs/json.h"
#include "specs/spec.h"

namespace assay::specs {

/// The index of a facet, which must be there.
std::size_t facet_index(const Spec& spec, std::size_t member, Aspect aspect);

/// Adds the facets that the expression of a facet's rule reads. One that reads a tensor's Sizes
/// also needs its DimensionCount, and one that reads a tensor that may be absent needs to know
/// which are there. Returns whether it reads, of its own facet, that of the first tensor of an
/// array. Throws Error if it reads what a rule of the facet cannot read.
bool add_needs(const JsonPlace& place, const ops::Expression& e, std::size_t facet,
               const Spec& spec, std::vector<std::size_t>& needs);

/// For each facet, the facets that must be drawn before it though its rules do not read them: those
/// that its `prefer` reads, the data type of a scalar, the struct of a member, whether a tensor is
/// there.
using Preferences = std::map<std::size_t, std::vector<std::size_t>>;

/// Adds what the facets of a member need though no rule reads it: a scalar is drawn after its data
/// type, a struct's member after the struct, and all that a tensor has after whether it is there.
void add_own_needs(std::size_t member, const Spec& spec, Preferences& preferences_need);

}  // namespace assay::specs
