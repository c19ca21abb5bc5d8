#pragma once

#include <optional>
#include <vector>

#include "specs/case.h"

namespace assay::specs {

/// Whether a rule permits a set of values, which has edges. The generic rules on strides, bytes,
/// alignment, and the joint ones, have none: each is a check that a case passes or fails.
bool has_edges(const Rule& rule);

/// Below, `slot` is the number of a tensor in an array of tensors. For all else it is 0.

/// Whether a facet's member is there, or that tensor of it. The length of an array always is.
bool is_there(const Facet& facet, const Case& c, std::size_t slot = 0);

/// Intersects `sets` with what a rule permits each entry of its facet (one entry if the facet is
/// no list). Returns false if the rule is undefined for this case, or is about another number of
/// entries. The rule must have edges, or be joint: it then leaves each entry what the others leave.
bool narrow(const Rule& rule, const Case& c, ops::Sets& sets, std::size_t slot = 0);

/// Whether the rule is one for this case: its level has it, and its member is there.
bool applies(const Rule& rule, const Case& c, std::size_t slot = 0);

/// Whether the rule holds. The facets that it needs must not be broken. An undefined rule does not
/// hold.
bool holds(const Rule& rule, const Case& c, std::size_t slot = 0);

/// The number of entries of a facet in a case: the length of a list, otherwise 1.
std::size_t entry_count(const Facet& facet, const Case& c, std::size_t slot = 0);

/// The value of an entry: a level's index, a data type's number, a count, a size or a member's
/// value. The facet must not be that of strides, bytes or an alignment.
std::int64_t entry(const Facet& facet, const Case& c, std::size_t i, std::size_t slot = 0);

/// Sets an entry. A dimension count resizes the sizes and a length resizes its array; new entries
/// are 1. The length of an array of tensors adds copies of its first one, or leaves out its last.
void set_entry(const Facet& facet, Case& c, std::size_t i, std::int64_t value,
               std::size_t slot = 0);

/// The rules that a descriptor breaks, as indices into Spec::rules: the first broken one of each
/// facet. A rule that needs a broken facet is moot, and so is one about an absent tensor. The
/// result is empty if the descriptor is valid.
std::vector<std::size_t> broken_rules(const Case& c);

/// Whether broken_rules is empty.
bool is_valid(const Case& c);

/// Tells which rules apply to a valid case (hold at its level), and at which edges of their sets
/// the case stands. `seen` gets bits of `Seen` for each rule index.
enum Seen : std::uint8_t { kSatisfied = 1, kAtLowEdge = 2, kAtHighEdge = 4 };
void observe(const Case& c, std::vector<std::uint8_t>& seen);

/// The data rule of which the case's indices are an edge; null where they are drawn inside, or the
/// operator has no such rule.
const DataRule* data_rule_of(const Case& c);

}  // namespace assay::specs
