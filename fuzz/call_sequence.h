#pragma once

#include <vector>

#include "conformance/find/shrink.h"
#include "conformance/verdict/verdict.h"
#include "fuzz/call_memory.h"
#include "opencl/program/case_layout.h"
#include "opencl/program/program.h"
#include "ops/permitted.h"

namespace assay::fuzz {

/// What the sequences of a run share: queues, which come and go, and the programs.
struct CallSetting {
  explicit CallSetting(const opencl::Device& d);

  const opencl::Device& device;
  std::vector<cl::CommandQueue> queues;
  opencl::ProgramCache programs;

  cl::CommandQueue& queue(specs::Chooser& chooser) { return queues[chooser.below(queues.size())]; }
};

/// One case on its way through the driver, call by call: buffers are made and filled, kernels
/// launched, buffers read, everything released, each step on some queue. The order of what is
/// independent is drawn, and other sequences' calls come between.
class CallSequence {
 public:
  /// For a case and its variant; nothing is called yet.
  CallSequence(CallSetting& setting, const conformance::Routed& r, specs::Chooser& chooser);

  /// Makes one step. False once nothing is left to do. Throws opencl::CallFailure.
  bool step();
  /// Waits for all of it and says what of it is wrong: a divergence, or a pass.
  conformance::Judgement judged();
  const conformance::Routed& routed() const { return routed_; }

 private:
  enum class Stage { Creating, Launching, Reading, Done };

  void lay_out();
  bool create_or_fill();
  bool launch();
  bool read();
  Command command(cl::Event& done, const std::vector<cl::Event>& waits);
  bool is_input(std::size_t memory) const;

  CallSetting& setting_;
  specs::Chooser& chooser_;
  conformance::Routed routed_;
  const opencl::KernelFile& file_;
  const opencl::Variant& variant_;
  ops::Problem problem_;
  ops::Permitted permitted_;
  Stage stage_ = Stage::Creating;
  /// The case's descriptor, its tensors by place, the variant's scratch.
  std::vector<CallMemory> memories_;
  std::vector<std::size_t> left_;
  std::vector<cl::Event> uploads_, launches_, reads_;
  opencl::Program program_;
  std::size_t pass_ = 0;
};

}  // namespace assay::fuzz
