#pragma once

#include <string_view>

#include "specs/case.h"
#include "specs/spec.h"

namespace assay::specs {

/// The greatest number of elements that DirectML's rules permit a tensor.
constexpr std::int64_t kMaxElements = 4294967295;

/// Appends the facets and generic rules of every member to a spec whose signature and support are
/// set. The level comes first, then the facets of each member, in the order in which one member's
/// facets are drawn.
void add_generic_rules(Spec& spec);

/// Appends the rule that no two coordinates of an output share memory. The caller leaves it out if
/// the operator's own rules make every size 1, because nothing can break it then.
void add_overlap_rule(Spec& spec, std::size_t member);

/// Whether a generic rule holds for the tensor of this number (rules.h). The facets that it needs
/// must not be broken.
bool generic_holds(const Spec& spec, const Rule& rule, const Case& c, std::size_t slot);

/// Intersects `sets` with what the rule permits each entry, given the others. `sets` has one set
/// for each entry of the rule's facet, or one set if the facet is no list. The rule must be one on
/// levels, types, dimension counts, sizes or lengths. The rules on strides, bytes and alignment are
/// only checked, by generic_holds.
void generic_narrow(const Spec& spec, const Rule& rule, const Case& c, ops::Sets& sets,
                    std::size_t slot);

}  // namespace assay::specs
