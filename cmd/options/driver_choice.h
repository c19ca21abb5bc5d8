#pragma once

#include <string>
#include <vector>

#include "conformance/gate/judged_run.h"
#include "conformance/workers/drivers.h"

namespace assay::cmd {

/// Writes a line to stderr for each driver that could not be asked for its devices.
void tell_trouble(const std::vector<conformance::Driver>& drivers);

/// Makes all processes that this one starts from now on load one driver, which keep_to_driver_of()
/// chooses for `device`. Writes a line to stderr for each driver that could not be asked.
void choose_driver(const std::string& device, const conformance::DriverQuestion& question = {});

/// Takes what was missed of drivers before a run was stopped that goes on now.
void take_up_missed(const std::vector<conformance::Complaint>& before);

/// What choose_driver() told, as complaints of the gate. They are red where no device was named.
const std::vector<conformance::Complaint>& missed_drivers();

/// Gives the exit code of a subcommand that ended with `code`. It is 3 instead of 0 where a red
/// complaint is among missed_drivers().
int with_chosen_driver(int code);

}  // namespace assay::cmd
