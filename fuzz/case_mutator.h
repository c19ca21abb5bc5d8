#pragma once

#include "conformance/find/shrink.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// A case and a route, drawn afresh: any at all.
conformance::Routed drawn(specs::Chooser& chooser);
/// The same, of those whose program is at hand or may be got (programs.h).
conformance::Routed fresh(specs::Chooser& chooser);

/// A case near `r`: one to three edits, each of one choice (an entry of a facet, a layout, a fill,
/// a seed, the route), some of them to an edge of a rule's set, then repaired. Every other time a
/// fresh case. Valid and small, on a route that is offered.
conformance::Routed mutated(const conformance::Routed& r, specs::Chooser& chooser);

/// A case that takes each member of its struct from one of two, and likewise level, fills and
/// route. Of two operators only what is not the struct's is mixed.
conformance::Routed crossed(const conformance::Routed& a, const conformance::Routed& b,
                            specs::Chooser& chooser);

}  // namespace assay::fuzz
