#pragma once

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// Checks what must hold for a valid, small case without any device. Filling it twice gives the
/// same data, and these keep the data rules. Its oracle's permitted set is well-formed. The judge
/// passes answers inside that set, fails answers with one element outside of it (a second reading
/// of permitted sets decides which), and calls a damage a Stray. Reports and aborts if something
/// does not hold.
void check_judging(const specs::Case& c, specs::Chooser& chooser);

}  // namespace assay::fuzz
