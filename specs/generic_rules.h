#pragma once

#include <string_view>

#include "specs/case.h"
#include "specs/spec.h"

namespace assay::specs {

/// The greatest number of elements that a tensor may have, by DirectML's rules.
constexpr std::int64_t kMaxElements = 4294967295;

/// Appends the facets and generic rules of every member to a spec whose signature and support are
/// set: level first, then for each member its aspects in drawing order of one member.
void add_generic_rules(Spec& spec);

/// Appends the rule that an output's elements do not share memory. Left out where the operator's
/// own rules make every size 1, since then nothing can break it.
void add_overlap_rule(Spec& spec, std::size_t member);

/// Whether a generic rule holds. What it needs must not be broken.
bool generic_holds(const Spec& spec, const Rule& rule, const Case& c);

/// Intersects `shape` (one set an entry of the rule's facet; one set in all for a facet that is no
/// list) with what the rule permits each entry, given the others. For the rules on levels, types,
/// dimension counts, sizes and lengths; the others (strides, bytes, alignment) constrain through
/// generic_holds alone.
void generic_narrow(const Spec& spec, const Rule& rule, const Case& c, ops::Shape& shape);

}  // namespace assay::specs
