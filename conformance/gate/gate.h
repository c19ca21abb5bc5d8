#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/judged_run.h"
#include "conformance/gate/waiver_ledger.h"

namespace assay::conformance {

/// What a gate asks for beside passing, and what it knows already.
struct GateTerms {
  /// Unset: no account of waivers is kept.
  std::optional<std::vector<Waiver>> waivers;
  /// The day to judge them on, as 2026-12-31.
  std::string day;
  bool strict = false;
  /// In percent.
  double min_coverage = 0;
};

/// Judges a run, or shards put together, by its terms.
class Gate {
 public:
  Gate(GateTerms terms, const specs::Catalogue& catalogue)
      : terms_(std::move(terms)), catalogue_(catalogue) {}

  /// Begins an account for a device. Before anything is settled.
  void open(const opencl::DeviceInfo& device);
  /// Whether settled cases must be told.
  bool keeps_account() const { return terms_.waivers.has_value(); }
  /// Whether a waiver speaks of some devices or drivers only.
  bool asks_for_device() const;
  void settle(const std::string& line, Verdict verdict);
  /// The waiver that covers a divergence, or null.
  const Waiver* covering(const std::string& line, Verdict verdict) const;
  /// Judges what came of a campaign. `missing_shards` of a merged run, in words.
  JudgedRun judge(RunFacts facts, CampaignResult result, Coverage coverage,
                  std::vector<std::string> missing_shards = {}) const;

 private:
  GateTerms terms_;
  const specs::Catalogue& catalogue_;
  std::optional<WaiverLedger> ledger_;
};

}  // namespace assay::conformance
