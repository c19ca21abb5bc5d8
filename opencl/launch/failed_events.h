#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "opencl/device/device.h"
#include "opencl/memory/batch_outcome.h"

namespace assay::opencl {

/// A read that waits for user events, one of which fails at least.
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

/// Whether this driver is known to hang or crash at such a read, or to say of it that it was
/// carried out (conformance/known). Every campaign would end with that, so it is left out.
bool is_known_to_fail(const FailedWait& wait, const DeviceInfo& device);

/// Tells whether a driver ends the commands that wait for a user event which failed, for each of
/// kFailedWaits that it is not known to fail. `clSetUserEventStatus` promises that they are
/// terminated. So none may write to the host's memory, and to wait for its event, as for the user
/// event itself, gives CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, which a blocking read gives at
/// once. Gives the first thing that is otherwise.
///
/// Where a command was terminated, OpenCL leaves open whether its context can be used. So each read
/// has a context of its own, in which nothing follows. Throws CallFailure.
std::optional<Damage> probe_failed_events(const Device& device);

}  // namespace assay::opencl
