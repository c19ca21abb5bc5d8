#pragma once

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::specs {

/// Draws what a valid case has beside its rules' entries: strides (padded, transposed, broadcast;
/// mostly packed), bytes, alignments, fills and seed.
void draw_dressing(Case& c, Chooser& chooser);

/// The same of `wanted`, brought inside the rules where it lies outside: strides that overlap are
/// raised as little as need be, strides of another length dropped, bytes raised to the minimum,
/// alignments to the next that is permitted, an impossible index fill becomes the default.
void repair_dressing(Case& c, const Case& wanted);

/// Whether a case's data can be made so: negative indices need a signed type and a level that has
/// them, indices outside need a rule that lets them be drawn and a packed tensor to read from.
bool is_possible(const Case& c, IndexFill fill);

/// How many terms one answer adds up, 1 where the operator adds nothing.
std::int64_t terms(const Case& c);

/// The least strides, in the order of `strides`, that let no two coordinates share an element;
/// beyond 64 bits the greatest there is.
ops::List raise_strides(const ops::List& sizes, const ops::List& strides);

}  // namespace assay::specs
