#pragma once

#include "specs/case.h"

namespace assay::fuzz {

/// Checks what must hold for any case, valid or not. Its line stands for the same case. The
/// validator agrees with itself. For what DirectML requires of every tensor, it also agrees with a
/// second reading of those rules in 128-bit integers. The repaired case is valid, and a valid case
/// is its own repair. Reports and aborts if something does not hold.
void check_rules(const specs::Case& c);

/// Checks that a case that was made to break one rule breaks that rule and no other.
void check_violation(const specs::Case& c, std::size_t rule);

}  // namespace assay::fuzz
