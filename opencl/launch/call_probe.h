#pragma once

#include <optional>
#include <string>

#include "opencl/device/device.h"
#include "opencl/memory/batch_outcome.h"

namespace assay::opencl {

/// Makes calls that no batch makes: commands that wait for events which fail
/// (opencl/launch/failed_events.h), and a free of shared virtual memory whose list of pointers is
/// overwritten at once (opencl/launch/svm_free.h).
class CallProbe {
 public:
  /// Tells of the first call that does what OpenCL does not permit. Once all have done what they
  /// must for kEnough times, no more are made, since contexts take some drivers long. Throws
  /// CallFailure.
  std::optional<Damage> probe(const Device& device);
  /// Whether the last call of probe() threw.
  bool failed() const { return failed_; }

 private:
  static constexpr unsigned kEnough = 4;
  unsigned sound_ = 0;
  bool failed_ = false;
};

/// The damage of which `what` tells in words what a call did.
Damage wrong_call(std::string what);

}  // namespace assay::opencl
