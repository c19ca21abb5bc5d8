#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "opencl/device/device.h"
#include "opencl/memory/batch_outcome.h"

namespace assay::opencl {

/// A read that waits for user events, at least one of which fails.
struct FailedWait {
  /// What the read is, in words for a message.
  std::string_view read;
  /// How many events of the wait list complete before the read is queued, and how many fail.
  unsigned completing, failing;
  /// Whether they fail before the read is queued; otherwise they do behind it.
  bool before;
  bool blocking;
};

inline constexpr std::array<FailedWait, 5> kFailedWaits{{
    {"a read that waits for an event which then fails", 0, 1, false, false},
    {"a read that waits for a complete event and for one which then fails", 1, 1, false, false},
    {"a read that waits for a failed event", 0, 1, true, false},
    {"a read that waits for two failed events", 0, 2, true, false},
    {"a blocking read that waits for a failed event", 0, 1, true, true},
}};

/// The status that a user event of a FailedWait fails with.
inline constexpr int kFailedStatus = -7;

/// Whether this driver is known to hang or crash at such a read, or to give CL_SUCCESS for it
/// (conformance/known). Every campaign would end with that, so it is left out.
bool is_known_to_fail(const FailedWait& wait, const DeviceInfo& device);

/// Tells whether a driver ends the commands that wait for a user event which failed, for each of
/// kFailedWaits that it is not known to fail. Gives the first thing that is otherwise. Throws
/// CallFailure.
///
/// OpenCL says of clSetUserEventStatus that a negative status causes all enqueued commands that
/// wait for the event to be terminated. A command that is enqueued behind that is taken to be
/// meant, too, since a command is never launched before all events of its list are complete. So no
/// read may write to the host's memory. clWaitForEvents for the read and for the user event, and a
/// blocking clEnqueueReadBuffer, give CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
///
/// Once a command was terminated, OpenCL leaves open what calls do that use its context. So each
/// read has a context of its own, and nothing is asked of it but to wait for the read.
std::optional<Damage> probe_failed_events(const Device& device);

}  // namespace assay::opencl
