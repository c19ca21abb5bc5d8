#pragma once

#include <vector>

#include "conformance/find/shrink.h"
#include "conformance/verdict/verdict.h"
#include "fuzz/call_memory.h"
#include "fuzz/stage.h"
#include "opencl/memory/image_copy.h"
#include "opencl/program/case_layout.h"
#include "opencl/program/program.h"
#include "ops/permitted.h"

namespace assay::fuzz {

/// One case that is sent through the driver call by call: buffers are made and filled, kernels are
/// launched, buffers are read, and everything is released. Each step goes to some queue.
/// Independent steps are done in a drawn order, with calls of other sequences between them.
class CallSequence {
 public:
  /// Prepares a case and its variant. Only its memory is laid out; no OpenCL function is called.
  CallSequence(CallSetting& setting, const conformance::Routed& r, specs::Chooser& chooser);

  /// Makes one step. Returns false when nothing is left to do. Throws opencl::CallFailure.
  bool step();
  /// Waits for all commands and judges the answer: a divergence, or a pass.
  conformance::Judgement judged();
  const conformance::Routed& routed() const { return routed_; }

 private:
  enum class Phase { Creating, Launching, Reading, Done };

  void lay_out();
  /// Everything is left to be created, or to be read.
  void leave_all();
  bool create_or_fill();
  /// Binds a pass's arguments, and queues the loads of its images. The images must stay until the
  /// kernel is queued.
  std::vector<opencl::BoundImage> bind(opencl::PassKernel& kernel);
  /// What is queued next waits for a stage's commands, each of which waited for all before it.
  void end(const Stage& stage);
  bool launch();
  bool read();
  Command command(cl::Event& done, const std::vector<cl::Event>& waits);
  bool is_input(std::size_t memory) const;
  /// Lays out the memory of a tensor member. Those of an array lie behind one another.
  void lay_out_tensors(const ops::Member& m, std::uint8_t poison);
  /// The number of the memory in which the tensor of a place lies.
  std::size_t memory_of(std::size_t place) const;
  std::size_t memory_of(const opencl::Argument& a) const;
  std::span<std::byte> image(std::size_t place);

  CallSetting& setting_;
  specs::Chooser& chooser_;
  conformance::Routed routed_;
  const opencl::KernelFile& file_;
  const opencl::Variant& variant_;
  ops::Problem problem_;
  ops::Permitted permitted_;
  Phase phase_ = Phase::Creating;
  /// The memories of the case's descriptor, of its tensors by place, and of the variant's
  /// scratches. An array of tensors has that of its first alone.
  std::vector<CallMemory> memories_;
  /// By tensor place: where the tensor begins, counted from the begin of the piece.
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> left_;
  /// The events of the uploads, of the last stage behind them, and of the reads.
  std::vector<cl::Event> uploads_, before_, reads_;
  opencl::Program program_;
  std::size_t pass_ = 0;
};

}  // namespace assay::fuzz
