#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "conformance/verdict/verdict.h"
#include "opencl/device/device.h"
#include "specs/case.h"

namespace assay::conformance {

/// Runs cases on a device, here or in a worker process: whoever judges, investigates or shrinks
/// need not know which.
class Runner {
 public:
  virtual ~Runner() = default;

  virtual const opencl::DeviceInfo& device() const = 0;

  /// The names of the variants that the device can run on these data types (by tensor place).
  virtual std::vector<std::string> variants(const specs::Spec& spec,
                                            const std::vector<ops::DataType>& types) = 0;

  /// Judges valid cases of one operator and the same data types as one batch, by the route's
  /// variant. Where the device cannot run it all are skipped. Throws Error for a variant that is
  /// not there. The judgements are valid until the next run.
  virtual std::span<const Judgement> run(std::span<const specs::Case> cases,
                                         const Route& route) = 0;

  /// Makes what runs next start from nothing, where that is to be had: a new worker.
  virtual void refresh() {}

  /// How often what runs the cases was killed from outside, and its work redone.
  virtual unsigned incidents() { return 0; }

  /// Judges one case in a batch of its own.
  Judgement run_alone(const specs::Case& c, const Route& route) { return run({&c, 1}, route)[0]; }
};

}  // namespace assay::conformance
