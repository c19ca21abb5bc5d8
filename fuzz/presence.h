#pragma once

namespace assay::fuzz {

/// Tells the campaign that this process has begun: makes a file in the folder ASSAY_FUZZ_RUNNING,
/// if that is set, and removes it where the process ends by exit() outside of an input. A driver
/// may end a process in other ways, of which the engine does not keep the input.
void begin_process();

/// An input is run in its scope.
class InInput {
 public:
  InInput();
  ~InInput();
  InInput(const InInput&) = delete;
  InInput& operator=(const InInput&) = delete;
};

}  // namespace assay::fuzz
