#pragma once

#include <optional>

#include "cmd/subcommands.h"

namespace assay::cmd {

/// How `in_own_process()` does its work.
struct OwnProcess {
  /// The seconds that the work has to tell what it knows after a signal. Without them, a signal
  /// ends the program at once.
  std::optional<double> seconds_to_stop = {};
  /// Whether the work reads standard input.
  bool reads_input = false;
};

/// Does the work of a subcommand that calls OpenCL itself in a process of its own: a driver that
/// crashes, or that ends its process, must not end this one. The process is this program with the
/// same command line and `--answer FD`; it has this one's output streams. Gives its exit code.
/// Throws Error where it did not end by itself. In that process, gives what `work` gives.
int in_own_process(const Context& context, const OwnProcess& how, const std::function<int()>& work);

/// Tells the process that waits in in_own_process() at the other end of the descriptor `to` that
/// this one ends by itself with this exit code.
void answer(int to, int code);

}  // namespace assay::cmd
