#pragma once

#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "conformance/find/shrink.h"
#include "conformance/route/knobs.h"

namespace assay::fuzz {

/// Measures how soon a fuzzer reaches what specifications can ask for. With ASSAY_FUZZ_PAIRS=FILE
/// it appends to that file now and then: the number of executions, the seconds without builds, and
/// how many pairs of values of type, level, dimension count, fill and variant have been run.
/// Without the variable it does nothing.
class PairMeter {
 public:
  PairMeter();
  ~PairMeter();
  PairMeter(const PairMeter&) = delete;
  PairMeter& operator=(const PairMeter&) = delete;

  /// Counts a case that ran.
  void count(const conformance::Routed& r);

 private:
  std::FILE* file_ = nullptr;
  conformance::Knobs::Values values_;
  std::set<std::pair<const specs::Spec*, std::size_t>> reached_;
  std::uint64_t executions_ = 0;
};

}  // namespace assay::fuzz
