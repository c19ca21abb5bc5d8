#pragma once

namespace assay::ops {

/// Starts a process that waits until this one has ended, however it ends (SIGKILL included), and
/// then kills all that descends from it. Descendants are known by a variable of the environment
/// that programs inherit, so a process stays that took another environment, or that was forked by
/// code within this very process (a driver under --in-process) and executed no program. Does
/// nothing in a descendant of a process with a sentinel. end_orphans() ends the sentinel, too.
///
/// Call it from the main thread, while there is no other and before descriptors are opened.
void start_sentinel();

}  // namespace assay::ops
