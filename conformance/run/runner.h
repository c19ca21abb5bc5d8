#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "conformance/run/attendance.h"
#include "conformance/verdict/verdict.h"
#include "opencl/device/device.h"
#include "specs/case.h"

namespace assay::conformance {

/// Runs cases on a device, in this process or in a worker process. Code that investigates or
/// shrinks failures need not know which.
class Runner {
 public:
  virtual ~Runner() = default;

  virtual const opencl::DeviceInfo& device() const = 0;

  /// The names of the variants that the device can run on these data types, which are in the order
  /// of the tensors' places.
  virtual std::vector<std::string> variants(const specs::Spec& spec,
                                            const std::vector<ops::DataType>& types) = 0;

  /// Runs valid cases of one operator and the same data types as one batch, with the route's
  /// variant, and judges them. If the device cannot run the batch, all cases are skipped. Throws
  /// Error for a variant that does not exist. The judgements are valid until the next run.
  virtual std::span<const Judgement> run(std::span<const specs::Case> cases,
                                         const Route& route) = 0;

  /// Makes the next run independent of earlier runs, if the runner can do that by starting a new
  /// worker.
  virtual void refresh() {}

  /// From now on `attendance`, which must outlive the runner's work, is asked while a run is waited
  /// for, and is told of hangs. A runner in this process ends a run that it began.
  virtual void attend(Attendance* /*attendance*/) {}

  /// How often a worker was killed from outside. Its work was done again.
  virtual unsigned incidents() { return 0; }

  /// Runs and judges one case in a batch of its own.
  Judgement run_alone(const specs::Case& c, const Route& route) { return run({&c, 1}, route)[0]; }
};

}  // namespace assay::conformance
