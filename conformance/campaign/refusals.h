#pragma once

#include <string>

#include "conformance/workers/crew.h"

namespace assay::conformance {

/// Notices a driver with which nothing can be tested, because each of the first batches fails at
/// the same call.
class Refusals {
 public:
  /// `from_the_start`: no batch came back before.
  explicit Refusals(bool from_the_start) : all_refused_(from_the_start) {}

  /// Throws Error where this is the last of the first kFirstBatches batches, and all cases of all
  /// of them were refused at the same call. Batches that are skipped do not count.
  void arrived(const Outcome& outcome);

  /// Whether a batch came back as it does where the driver lacks what it needs, as room on a disk:
  /// it crashed, or all that failed in it was refused.
  static bool may_be_of_want(const Outcome& outcome);

  static constexpr unsigned kFirstBatches = 200;

 private:
  bool all_refused_;
  std::string call_;
  unsigned count_ = 0;
};

}  // namespace assay::conformance
