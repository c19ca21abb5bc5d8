#pragma once

#include <optional>

#include "specs/case.h"
#include "specs/chooser.h"
#include "specs/draw.h"

namespace assay::specs {

/// A case that breaks the rule at index `rule` of its spec and no other rule. It is a drawn case
/// with one entry moved just outside the rule but inside the rules before it. Nothing if the drawn
/// case has no such entry; the caller then draws again. The rule must hold at some level.
std::optional<Case> violate(const Spec& spec, std::size_t rule, Chooser& chooser,
                            const Limits& limits = {});

}  // namespace assay::specs
