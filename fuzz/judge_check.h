#pragma once

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// What must hold of a valid, small case without any device: filling it twice gives the same data,
/// which keep the data rules; its oracle's permitted set is well-formed; and the judge passes
/// answers inside that set, fails answers with one element outside of it (by a second reading of
/// what a permitted set means), and calls a damage a Stray. Reports and aborts where it does not.
void check_judging(const specs::Case& c, specs::Chooser& chooser);

}  // namespace assay::fuzz
