#pragma once

#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "conformance/find/shrink.h"
#include "conformance/route/knobs.h"

namespace assay::fuzz {

/// How soon a fuzzer meets what specifications can ask for. With ASSAY_FUZZ_PAIRS=FILE it writes
/// there now and then: executions, seconds without builds, and how many pairs of values of type,
/// level, dimension count, fill and variant were run so far. Without it, it does nothing.
class PairMeter {
 public:
  PairMeter();
  ~PairMeter();
  PairMeter(const PairMeter&) = delete;
  PairMeter& operator=(const PairMeter&) = delete;

  /// A case ran.
  void count(const conformance::Routed& r);

 private:
  std::FILE* file_ = nullptr;
  conformance::Knobs::Values values_;
  std::set<std::pair<const specs::Spec*, std::size_t>> reached_;
  std::uint64_t executions_ = 0;
};

}  // namespace assay::fuzz
