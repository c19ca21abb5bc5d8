#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"

namespace assay::opencl {

/// The commands of one launch, in stages. Commands of one stage do not depend on each other; each
/// depends on all of the stages before it. Every command is given queue(), waits() and event().
class CommandStream {
 public:
  /// So many events a command of a stage waits for at most. A larger stage ends in a marker that
  /// waits for all of it: else a thousand commands after a thousand would make a million waits.
  static constexpr std::size_t kMostWaits = 64;

  explicit CommandStream(const Device& device) : device_(device) {}

  /// Starts a launch. With `held` no command may start before release(), on queues whose order
  /// comes from events; until then nothing may block. Throws CallFailure.
  void begin(QueueKind kind, bool held);
  const cl::CommandQueue& queue() const { return queues_[at_]; }
  /// Null where the queue's own order suffices.
  const std::vector<cl::Event>* waits() const { return by_events() ? &waits_ : nullptr; }
  /// Where the next command puts its event; null where nobody asks for it.
  cl::Event* event();
  /// Ends a stage. Throws CallFailure.
  void next_stage();
  void release();
  /// Releases, and lets the device begin without waiting for it. Throws CallFailure.
  void start();
  bool held() const { return held_; }
  /// Releases, waits until all is done, and asks for the times of profiled commands. Throws
  /// CallFailure, also where a command ended in an error, or has not ended yet.
  void finish();
  /// Waits until nothing is left, whatever became of it. Never throws.
  void abandon();

 private:
  bool by_events() const { return kind_ == QueueKind::OutOfOrder || kind_ == QueueKind::Several; }
  cl_int mark_end(const cl::CommandQueue& queue) const;
  void check_times() const;
  void clear();

  const Device& device_;
  QueueKind kind_ = QueueKind::InOrder;
  bool held_ = false;
  std::size_t at_ = 0;
  std::vector<cl::CommandQueue> queues_;
  std::optional<QueueKind> queues_for_;
  std::vector<cl::Event> waits_, stage_;
  /// All of the last stage that ended, where a marker stands for it in waits_.
  std::vector<cl::Event> ended_;
  cl::UserEvent gate_;
};

}  // namespace assay::opencl
