#pragma once

namespace assay::cmd {

/// The signals that ask a run to stop. There is one set of them in a process.
struct StopSignals {
  /// From now on, each signal that would end the program stops the run instead. SIGSEGV and similar
  /// signals do so only if another process sends them. A signal that is ignored stays ignored, as
  /// `nohup` needs it. SIGINT is always caught, because a shell ignores it for programs in its
  /// background.
  static void catch_all();
  /// From now on something of the run is to be kept, so that a signal no longer ends the program at
  /// once. A second SIGINT still does.
  static void run_begins();
  /// Whether a signal has asked for the end.
  static bool asked();
};

}  // namespace assay::cmd
