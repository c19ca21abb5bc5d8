#pragma once

#include "specs/case.h"
#include "specs/chooser.h"
#include "specs/draw.h"

namespace assay::specs {

/// Draws what a valid case has beside the entries of its rules: strides (mostly packed, else
/// padded, transposed, broadcast, or with a stride of 2^15 or more), bytes, alignments, fills and
/// seed. A stride of 2^15 or more never makes a tensor span more elements than `limits` permits all
/// tensors to have.
void draw_dressing(Case& c, Chooser& chooser, const Limits& limits);

/// Takes the same from `wanted` and corrects what breaks a rule. Overlapping strides are raised as
/// little as possible, and strides of another length are dropped. Bytes are raised to the minimum,
/// and alignments to the next permitted one. An impossible index fill becomes the default.
void repair_dressing(Case& c, const Case& wanted);

/// Whether a case's indices can be made by this fill. Negative indices need a signed type and a
/// level that supports them. Indices outside need a rule that permits them and a packed tensor to
/// read from. Duplicates need a rule that says which answers are permitted if rows are equal.
bool is_possible(const Case& c, IndexFill fill);

/// How many terms one answer adds up; 1 if the operator adds nothing.
std::int64_t terms(const Case& c);

/// Raises strides as little as possible, and keeps their order, so that no two coordinates share an
/// element. A stride beyond 64 bits becomes the greatest number of 64 bits.
ops::List raise_strides(const ops::List& sizes, const ops::List& strides);

}  // namespace assay::specs
