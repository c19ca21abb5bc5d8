#pragma once

#include "conformance/find/shrink.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// A new case with a new route, drawn from all of them.
conformance::Routed drawn(specs::Chooser& chooser);
/// A new case with a new route, drawn from those whose program is at hand or may be got
/// (programs.h).
conformance::Routed fresh(specs::Chooser& chooser);

/// A case near `r`. One to three edits are made and the result is repaired. Each edit changes one
/// thing: an entry of a facet, a layout, a fill, the seed, or the route. Some edits move an entry
/// to an edge of a rule's set. Every second time, on average, the result is a new case instead. It
/// is valid and small, on a route that the device offers.
conformance::Routed mutated(const conformance::Routed& r, specs::Chooser& chooser);

/// A case that takes each member of its struct from one of the two cases, and likewise its level,
/// fills and route. If the operators differ, only what is outside the struct is mixed.
conformance::Routed crossed(const conformance::Routed& a, const conformance::Routed& b,
                            specs::Chooser& chooser);

}  // namespace assay::fuzz
