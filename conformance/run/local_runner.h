#pragma once

#include <functional>
#include <span>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/run/runner.h"
#include "conformance/run/worker_state.h"
#include "opencl/program/kernel_file.h"

namespace assay::conformance {

/// A runner within this process, to which a campaign's batches are given.
class LocalRunner : public Runner {
 public:
  /// The variants that can run on these data types (by tensor place).
  virtual std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                                      std::span<const ops::DataType> types) = 0;
  virtual KernelLibrary& library() = 0;
  /// Seconds spent in building programs, which no rate counts.
  virtual double build_seconds() const { return 0; }
  /// Does what run() of these cases needs no device for, if they are the next that are run, the
  /// same and at the same place.
  virtual void prepare(std::span<const specs::Case>) {}
  /// `work`, which must not throw, is done once during the next run, while the device is busy; not
  /// at all where there is no such time.
  virtual void meanwhile(std::function<void()> /*work*/) {}
  /// Told of each change of stage.
  virtual void watch(std::function<void(Stage)> watcher) = 0;
};

}  // namespace assay::conformance
