#pragma once

#include <cstdint>

#include "ops/arithmetic/formula.h"
#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::specs {

/// How often each fill is drawn.
enum class FillShares : std::uint8_t {
  Usual,
  OfFunctions,
  OfLongSums,
  OfEquality,
  OfDifference,
  OfShifts,
  OfFiniteness
};

/// The shares for the operands of a formula.
FillShares fill_shares_of(const ops::Formula& formula);

Fill draw_fill(FillShares shares, Chooser& chooser);

}  // namespace assay::specs
