#pragma once

#include "specs/case.h"

namespace assay::specs {

/// Decides the entries of a case, each within the set that the rules leave for it.
class Decider {
 public:
  virtual ~Decider() = default;

  using Order = ops::InlineList<std::size_t, ops::kMaxEntries>;
  /// A facet's entries come next; `order` (ascending) may be rearranged.
  virtual void enter(const Facet& facet, Order& order) = 0;
  /// Entry i of the facet, out of a set that is not empty. `c` holds all that was decided before.
  virtual std::int64_t decide(const Facet& facet, const Case& c, std::size_t i,
                              const ops::Set& set) = 0;
};

/// Decides level, data types, dimension counts, sizes, lengths and values, in an order in which
/// each rule reads only what is decided. What comes out is valid; strides, bytes and alignments
/// keep their defaults. Throws Error, a fault of the spec, where rules leave nothing or are
/// undefined.
void decide_facets(Case& c, Decider& decider);

/// Everything that an entry of a facet could hold if there were no rules: a UINT's or an INT's
/// range, the known data types, as many dimensions as can be written.
ops::Set representable(const Spec& spec, const Facet& facet);

}  // namespace assay::specs
