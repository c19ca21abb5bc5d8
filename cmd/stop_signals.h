#pragma once

#include "conformance/workers/worker_options.h"

namespace assay::cmd {

/// The signals that ask a command to stop. There is one set of them in a process.
struct StopSignals {
  /// From now on, each signal that would end the program is caught. It ends the program at once,
  /// with exit code 2 and a line on stderr, and with it what drivers have started. SIGSEGV and
  /// similar signals are caught only if another process sends them. A signal that is ignored stays
  /// ignored, as `nohup` needs it. SIGINT is always caught, because a shell ignores it for programs
  /// in its background. SIGTSTP and its like hold the program only where a terminal sends them.
  static void catch_all();
  /// From now on the command knows something that is to be told. It looks at asked() itself and
  /// ends soon, so a signal no longer ends the program at once. A second SIGINT still does. Where
  /// `seconds` is not 0, the program ends so many seconds after the first signal even if the
  /// command does not, because a driver hangs in this process. In any case output that waits for a
  /// reader 4 s after the first signal fails.
  static void heed(unsigned seconds = 0);
  /// From now on a signal ends the program at once again, as before heed(). Where one has asked for
  /// the end already, the program ends now.
  static void heed_no_more();
  /// Whether a signal has asked for the end.
  static bool asked();
};

/// Gives the workers' options for a subcommand that runs single cases, and heeds signals from now
/// on: once a signal has asked for the end, what runs is cut off (is_cut_off()).
conformance::WorkerOptions heeding(conformance::WorkerOptions options);

}  // namespace assay::cmd
