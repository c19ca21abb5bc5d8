#pragma once

#include <exception>
#include <string>

#include "specs/loader.h"

namespace assay::fuzz {

/// Settings come from the environment, as the command line is the engine's. Empty: not set.
std::string setting(const char* name);

/// Prints why the program cannot work, and exits with 2.
[[noreturn]] void give_up(const std::exception& e);

/// The specs built into the program, or those of the folder ASSAY_SPECS.
const specs::Catalogue& catalogue();

}  // namespace assay::fuzz
