#pragma once

namespace assay::ops {

// A process that a driver starts may leave its process group, and outlive the program that used the
// driver. The system then gives it to the nearest ancestor that adopts orphans.

/// From now on this process adopts the orphans among its descendants.
void adopt_orphans();

/// Kills all children of this process, and what they leave behind, until it has none. No
/// ChildProcess may be alive. Gives up on a process that hangs within the system.
void end_orphans();

}  // namespace assay::ops
