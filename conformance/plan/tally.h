#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/verdict/verdict.h"
#include "specs/case.h"

namespace assay::conformance {

using VerdictCounts = std::array<std::uint64_t, kVerdicts>;

/// Counts of passing answers by the share of their interval that they used. Bin i counts the shares
/// in (i/20, (i+1)/20].
using HeadroomBins = std::array<std::uint64_t, 20>;

/// Counts of judged cases, and of the rules that they covered.
class Tally {
 public:
  void add(const specs::Case& c, const Judgement& j);
  /// A case that was counted with one verdict has another one.
  void recount(const specs::Case& c, Verdict from, Verdict to);
  /// Adds another tally's counts.
  void merge(const Tally& other);

  struct OfOperator {
    VerdictCounts verdicts{};
    /// The same counts, by data type of the first tensor and level.
    std::map<std::pair<ops::DataType, specs::Level>, VerdictCounts> by_type_and_level;
    /// For each rule index: how many cases satisfied the rule, were at the low edge of its set, and
    /// were at the high edge. Skipped cases cover nothing.
    struct Coverage {
      std::uint64_t satisfied = 0, low_edge = 0, high_edge = 0;
      bool operator==(const Coverage&) const = default;
    };
    std::vector<Coverage> rules;
    /// The largest share of a permitted interval that a passing answer used.
    double worst_headroom = 0;
    /// For each data type of the first tensor: the cases that were judged by intervals, by their
    /// headroom.
    std::map<ops::DataType, HeadroomBins> headroom;
    std::uint64_t elements = 0;
    std::uint64_t divergences() const;
    bool operator==(const OfOperator&) const = default;
  };

  const std::map<const specs::Spec*, OfOperator>& operators() const { return operators_; }
  /// The counts of an operator, which the caller may change.
  OfOperator& of(const specs::Spec& spec);
  /// The number of skips, by reason.
  const std::map<SkipReason, std::uint64_t>& skips() const { return skips_; }
  void add_skips(const SkipReason& reason, std::uint64_t count) { skips_[reason] += count; }
  std::uint64_t total() const;
  std::uint64_t count(Verdict v) const;
  std::uint64_t divergences() const;
  /// The elements of all tensors of the valid cases that were judged.
  std::uint64_t elements() const;
  /// The number of skips that the harness caused, and not the device.
  std::uint64_t shorts() const;

 private:
  std::map<const specs::Spec*, OfOperator> operators_;
  std::map<SkipReason, std::uint64_t> skips_;
  std::vector<std::uint8_t> seen_;
};

/// The exit code for the counts: 0, 1 (divergences that are not waived) or 3 (skips that are short,
/// or nothing was tested). `waived` of the divergences are known.
int exit_code(const Tally& tally, std::uint64_t waived = 0);

}  // namespace assay::conformance
