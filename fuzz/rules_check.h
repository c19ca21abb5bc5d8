#pragma once

#include "specs/case.h"

namespace assay::fuzz {

/// What must hold of any case, valid or not: its line says the same case; the validator agrees with
/// itself and, on what DirectML asks of every tensor, with a second reading of those rules in
/// 128-bit integers; its repair is valid, and of a valid case the case itself. Reports and aborts
/// where it does not.
void check_rules(const specs::Case& c);

/// A case that was made to break one rule breaks it, and no other.
void check_violation(const specs::Case& c, std::size_t rule);

}  // namespace assay::fuzz
