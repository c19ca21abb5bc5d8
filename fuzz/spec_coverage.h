#pragma once

#include <cstdint>
#include <vector>

#include "conformance/knobs.h"
#include "conformance/shrink.h"
#include "conformance/verdict.h"

namespace assay::fuzz {

/// What of the specification a fuzzer's cases have reached, told to libFuzzer through its extra
/// counters, so that an input that reaches something new is kept though it takes no new line of
/// code: pairs of knobs; rules with their edges; verdicts of each variant; bands of headroom. Only
/// in a build with ASSAY_FUZZ_COUNTERS: measured, they cover the pairs no sooner (README.md).
class SpecCoverage {
 public:
  SpecCoverage();

  /// A case was judged.
  void count(const conformance::Routed& r, const conformance::Judgement& j);
  /// A case broke these rules, or stands at edges of these: `seen` as specs::observe gives it.
  void count_rules(const specs::Spec& spec, const std::vector<std::uint8_t>& seen);
  void count_broken(const specs::Spec& spec, const std::vector<std::size_t>& broken);

 private:
  void hit(std::size_t counter);
  void count_pairs(const conformance::Routed& r);
  void report();

  std::vector<std::uint8_t> seen_;
  conformance::Knobs::Values values_;
  /// For ASSAY_FUZZ_PAIRS=FILE, to which executions, seconds and pairs are written now and then:
  /// the pairs of type x level x dimension count x fill x variant so far.
  std::string file_;
  std::vector<bool> pairs_;
  std::uint64_t reached_ = 0, executions_ = 0;
};

}  // namespace assay::fuzz
