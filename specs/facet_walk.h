#pragma once

#include "specs/case.h"

namespace assay::specs {

/// Decides the entries of a case, each within the set that the rules leave for it.
class Decider {
 public:
  virtual ~Decider() = default;

  using Order = ops::InlineList<std::size_t, ops::kMaxEntries>;
  /// Is called before a facet's entries are decided, for each tensor of an array anew. `order` is
  /// ascending, and may be rearranged.
  virtual void enter(const Facet& facet, Order& order) = 0;
  /// Chooses entry i of the facet from a set that is not empty. `c` holds all entries decided
  /// before. `slot` is the number of the tensor in an array of tensors, or 0.
  virtual std::int64_t decide(const Facet& facet, const Case& c, std::size_t slot, std::size_t i,
                              const ops::Set& set) = 0;
};

/// Decides level, data types, dimension counts, sizes, lengths and values, in an order in which
/// each rule reads only what is already decided. Data types are decided of absent tensors, too, so
/// that they do not depend on which are there; they are forgotten in the end. The result is valid;
/// strides, bytes and alignments keep their defaults. Throws Error, for a fault of the spec, if
/// rules leave nothing or are undefined.
void decide_facets(Case& c, Decider& decider);

/// Every value that an entry of a facet could hold if there were no rules: the range of a UINT or
/// an INT, the known data types, as many dimensions as can be written. A scalar's values depend on
/// its data type; a member of a struct that is left out has none but 0.
ops::Set representable(const Facet& facet, const Case& c);

/// Moves each value of a case that its member cannot hold to the nearest one that it can. Such
/// values come about where a scalar's data type changes, or a struct is left out.
void make_representable(Case& c);

}  // namespace assay::specs
