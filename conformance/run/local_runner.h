#pragma once

#include <functional>
#include <span>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/run/runner.h"
#include "conformance/run/worker_state.h"
#include "opencl/program/builds.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/merged_source.h"

namespace assay::conformance {

/// A runner within this process, to which a campaign's batches are given.
class LocalRunner : public Runner {
 public:
  /// The variants that can run on these data types, which are in the order of the tensors' places.
  virtual std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                                      std::span<const ops::DataType> types) = 0;
  virtual KernelLibrary& library() = 0;
  /// What was built so far. No rate includes the seconds of it.
  virtual opencl::Builds builds() const { return {}; }
  /// `units` gives what else of the same operator will be run with the options of the next run. It
  /// is asked if a program is built for that run, which may be built together with those.
  virtual void foresee(std::function<std::vector<opencl::BuildUnit>()> /*units*/) {}
  /// Does in advance the part of run() that needs no device. It is used only if the next run() gets
  /// the same span with the same cases, and the same variant.
  virtual void prepare(std::span<const specs::Case>, const Route&) {}
  /// `work` is done once during the next run, while the device is busy, or not at all if there is
  /// no such time. It must not throw.
  virtual void meanwhile(std::function<void()> /*work*/) {}
  /// `watcher` is called at each change of stage.
  virtual void watch(std::function<void(Stage)> watcher) = 0;
};

}  // namespace assay::conformance
