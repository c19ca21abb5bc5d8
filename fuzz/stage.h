#pragma once

#include <vector>

#include "fuzz/call_setting.h"

namespace assay::fuzz {

/// Commands that do not depend on each other. Each goes to a drawn queue and waits for the same
/// events. It has the members that opencl::ImageCopy asks of `Commands`.
class Stage {
 public:
  /// The arguments must stay as they are while commands are queued.
  Stage(CallSetting& setting, specs::Chooser& chooser, const std::vector<cl::Event>& waits)
      : setting_(setting), chooser_(chooser), waits_(waits) {}

  cl::CommandQueue& queue() { return setting_.queue(chooser_); }
  const std::vector<cl::Event>* waits() const { return waits_.empty() ? nullptr : &waits_; }
  cl::Event* event() { return &events_.emplace_back(); }
  /// The events of the commands that were queued.
  const std::vector<cl::Event>& events() const { return events_; }

 private:
  CallSetting& setting_;
  specs::Chooser& chooser_;
  const std::vector<cl::Event>& waits_;
  std::vector<cl::Event> events_;
};

}  // namespace assay::fuzz
