#pragma once

namespace assay::cmd {

/// The signals that ask a run to stop. There is one set of them in a process.
struct StopSignals {
  /// From now on all signals stop the run that would end the program, SIGSEGV and its like only
  /// where another process sends them. Those that are ignored stay so, as `nohup` asks for; but a
  /// shell also ignores SIGINT for what runs in its background.
  static void catch_all();
  /// From now on something of the run is to be kept, so that a signal no longer ends the program at
  /// once. A second SIGINT still does.
  static void run_begins();
  /// Whether a signal has asked for the end.
  static bool asked();
};

}  // namespace assay::cmd
