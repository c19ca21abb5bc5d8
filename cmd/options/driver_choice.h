#pragma once

#include <string>
#include <vector>

#include "conformance/workers/drivers.h"

namespace assay::cmd {

/// Tells on stderr of each driver that could not be asked for its devices.
void tell_trouble(const std::vector<conformance::Driver>& drivers);

/// From now on the processes that this one starts load one driver, as keep_to_driver_of() chooses
/// it. Tells on stderr of those that could not be asked.
void choose_driver(const std::string& device);

/// The exit code of a subcommand that ended with `code`: 3 in place of 0 where the device was left
/// to choose_driver(), and a driver could not be asked.
int with_chosen_driver(int code);

}  // namespace assay::cmd
