#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"

namespace assay::opencl {

/// The commands of one launch, in stages. The commands of one stage do not depend on each other.
/// Each depends on all commands of the stages before. Who queues a command passes queue(), waits()
/// and event() to it.
class CommandStream {
 public:
  /// The most events that a command waits for. A stage with more commands ends in a marker that
  /// waits for all of them. Without the marker, a stage of a thousand commands after another of a
  /// thousand would need a million waits.
  static constexpr std::size_t kMostWaits = 64;

  explicit CommandStream(const Device& device) : device_(device) {}

  /// Starts a launch. If `held` is true and events order the queues, no command starts before
  /// release(); until then the caller must not queue a blocking command. Throws CallFailure.
  void begin(QueueKind kind, bool held);
  const cl::CommandQueue& queue() const { return queues_[at_]; }
  /// The events that the next command waits for. Null if the queue keeps the order by itself.
  const std::vector<cl::Event>* waits() const { return by_events() ? &waits_ : nullptr; }
  /// Where the next command puts its event. Null if the queue needs no events.
  cl::Event* event();
  /// Ends a stage. Throws CallFailure.
  void next_stage();
  void release();
  /// Releases the commands and flushes the queues, so that the device begins; does not wait. Throws
  /// CallFailure.
  void start();
  bool held() const { return held_; }
  /// Releases the commands, waits until all are done, and asks for the times of profiled commands.
  /// Throws CallFailure, also if a command with an event ended in an error or has not ended yet.
  void finish();
  /// Waits until the queues are empty and ignores errors. Never throws.
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
  /// The events before those in waits_.
  std::vector<cl::Event> earlier_;
  cl::UserEvent gate_;
};

}  // namespace assay::opencl
