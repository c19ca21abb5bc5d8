#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/judged_run.h"
#include "conformance/gate/waiver_ledger.h"

namespace assay::conformance {

/// What the gate asks of a run, and which divergences are known.
struct GateTerms {
  /// The known divergences. Unset: waivers are not counted.
  std::optional<std::vector<Waiver>> waivers;
  /// The day for which the waivers are judged, as 2026-12-31.
  std::string day;
  /// Whether waivers that are out of order fail the gate.
  bool strict = false;
  /// The least coverage that a run must have, in percent.
  double min_coverage = 0;
};

/// The same as the command line says it, with the files by their absolute paths.
struct GateChoice {
  std::optional<std::filesystem::path> waivers = {}, fails = {}, flakes = {};
  std::optional<std::string> day = {};
  bool strict = false;
  double min_coverage = 0;
};

/// Judges a run, or shards that were put together, by the terms.
class Gate {
 public:
  Gate(GateTerms terms, const specs::Catalogue& catalogue)
      : terms_(std::move(terms)), catalogue_(catalogue) {}

  /// Begins to count the waivers for a device. Must be called before count().
  void open(const opencl::DeviceInfo& device);
  /// Whether count() must be called for every case.
  bool keeps_account() const { return terms_.waivers.has_value(); }
  /// Whether a waiver is for some devices or drivers only.
  bool asks_for_device() const;
  /// Counts a case that was settled.
  void count(const std::string& line, Verdict verdict);
  /// Remembers that a case that passed was not counted, since there was no time for that: nothing
  /// is said of waivers that no case failed by.
  void leave_uncounted() { all_counted_ = false; }
  /// The waiver that covers a divergence, or null.
  const Waiver* covering(const std::string& line, Verdict verdict) const;
  /// Judges what came of a campaign. `missing_shards`: those of a merged run, in words.
  JudgedRun judge(RunFacts facts, CampaignResult result, std::optional<Coverage> coverage,
                  std::vector<std::string> missing_shards = {},
                  std::vector<Finding> findings = {}) const;

 private:
  GateTerms terms_;
  const specs::Catalogue& catalogue_;
  std::optional<WaiverLedger> ledger_;
  bool all_counted_ = true;
};

}  // namespace assay::conformance
