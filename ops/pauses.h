#pragma once

namespace assay::ops {

/// The seconds since this process last ran again after a pause of a second or more: since it was
/// continued after SIGSTOP, or since its container was no longer frozen. Infinity where there was
/// no such pause. Pauses are noticed from the first call on, by a thread that this call starts.
///
/// Other processes were likely paused at the same time, so time before the pause's end says nothing
/// about them.
double seconds_since_pause();

}  // namespace assay::ops
