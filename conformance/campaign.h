#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "conformance/pipeline.h"
#include "conformance/record.h"
#include "conformance/tally.h"
#include "specs/draw.h"

namespace assay::conformance {

/// What to test.
struct CampaignOptions {
  std::vector<const specs::Spec*> operators;
  /// Empty: each operator's interesting ones.
  std::vector<specs::Level> levels;
  /// Ends after this many cases, or this many seconds, whichever comes first.
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  specs::Limits limits;
  /// Asked before each batch; true ends the campaign there.
  std::function<bool()> stop;
};

/// What is told while a campaign runs.
struct CampaignListener {
  std::function<void(const specs::Case&, const Route&, const Judgement&, double seconds)> judged;
  std::function<void(const Record&)> found;
  /// After each batch.
  std::function<void(const Tally&, double seconds)> progress;
};

/// What came of a campaign.
struct CampaignResult {
  Tally tally;
  /// Wall-clock seconds, and those of them spent in builds and in investigating failures.
  double seconds = 0, build_seconds = 0, investigation_seconds = 0;
  std::uint64_t batches = 0;
  /// Cases asked for and not judged, as the campaign was stopped.
  std::uint64_t unjudged = 0;
  /// Cases a second, builds and investigations aside.
  double rate() const;
};

/// The exit code that a result deserves: 0, 1 (divergences), or 3 (nothing failed, but less was
/// tested than asked for, or nothing at all).
int exit_code(const CampaignResult& result);

/// Runs random cases, breadth first: every operator with every data type before any of them twice.
/// The same seed gives the same cases on any machine and any device; only a limit in seconds
/// decides how many of them are run.
CampaignResult run_campaign(Pipeline& pipeline, const CampaignOptions& options,
                            const CampaignListener& listener = {});

}  // namespace assay::conformance
