#pragma once

#include <optional>
#include <vector>

#include "specs/case.h"

namespace assay::specs {

/// Whether a rule permits a set of values, which has edges. The generic rules on strides, bytes and
/// alignment do not: each is a check that a case passes or fails.
bool has_edges(const Rule& rule);

/// Intersects `shape` with what a rule permits each entry of its facet (one entry where the facet
/// is no list). False where the rule is undefined for this case, or speaks of another number of
/// entries. For rules with edges alone.
bool narrow(const Rule& rule, const Case& c, ops::Shape& shape);

/// Whether the rule holds; everything that it needs must be unbroken. Undefined does not hold.
bool holds(const Rule& rule, const Case& c);

/// The number of entries of a facet in a case: a list's length, else 1.
std::size_t entry_count(const Facet& facet, const Case& c);

/// The value of an entry: a level's index, a data type's number, a count, a size.
/// Not for strides, bytes and alignment.
std::int64_t entry(const Facet& facet, const Case& c, std::size_t i);

/// Sets an entry. A dimension count resizes the sizes (new ones are 1) and a length its array.
void set_entry(const Facet& facet, Case& c, std::size_t i, std::int64_t value);

/// The rules that a descriptor breaks, as indices into Spec::rules: of each facet the first. A rule
/// that needs a broken facet is moot. Empty: valid.
std::vector<std::size_t> broken_rules(const Case& c);

/// Whether broken_rules is empty.
bool is_valid(const Case& c);

/// Which rules apply to a valid case (hold at its level), and at which edges of their sets it
/// stands: for each rule index, bits of `Seen`.
enum Seen : std::uint8_t { kSatisfied = 1, kAtLowEdge = 2, kAtHighEdge = 4 };
void observe(const Case& c, std::vector<std::uint8_t>& seen);

}  // namespace assay::specs
