#pragma once

#include <exception>
#include <string>
#include <vector>

#include "specs/loader.h"

namespace assay::fuzz {

/// A setting from the environment. It is empty if it is not set. Settings are read from there
/// because the command line belongs to the engine.
std::string setting(const char* name);

/// Prints why the program cannot work, and exits with 2.
[[noreturn]] void give_up(const std::exception& e);

/// The specs built into the program, or those of the folder ASSAY_SPECS.
const specs::Catalogue& catalogue();

/// The specs of the operators that ASSAY_OPERATOR names, with commas between the names; of all
/// where it is not set.
const std::vector<const specs::Spec*>& chosen();

}  // namespace assay::fuzz
