#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/plan/batch.h"
#include "conformance/plan/pair_coverage.h"
#include "conformance/plan/tally.h"
#include "conformance/route/kernel_library.h"
#include "conformance/run/pipeline.h"
#include "conformance/run/record.h"
#include "conformance/workers/crew.h"

namespace assay::conformance {

/// A case that is done with: its line, what became of it, and its share of the batch's seconds.
struct Settled {
  std::string line;
  Verdict verdict;
  double seconds;
};

/// How many failures of each kind were looked into so far.
using FailureCounts = std::map<FailureKind, unsigned>;

/// How far a campaign is: all that it needs to go on, after a stop or in another process.
struct CampaignState {
  /// All batches of the shard before `next_batch` are settled; they had so many cases.
  std::uint64_t next_batch = 0, cases = 0;
  Tally tally;
  PairCoverage pairs;
  /// Wall-clock seconds, and those of them spent in investigating failures; seconds of builds, over
  /// all workers.
  double seconds = 0, investigation_seconds = 0, build_seconds = 0;
  /// Workers killed from outside, whose work was done again.
  unsigned incidents = 0;
  /// The first few of each kind are shrunk.
  FailureCounts failures;
};

/// What is told while a campaign runs.
struct CampaignListener {
  /// All cases of a batch, in the order of the batches. Asked for, lines are made.
  std::function<void(const std::vector<Settled>&)> settled;
  std::function<void(const Record&)> found;
  /// After each batch is settled.
  std::function<void(const CampaignState&)> progress;
  /// Asked before each batch is given out; true ends the campaign.
  std::function<bool()> stop;
};

/// What came of a campaign.
struct CampaignResult {
  CampaignState state;
  unsigned jobs = 1;
  /// Cases asked for and not judged, as the campaign was stopped.
  std::uint64_t unjudged = 0;
  /// Told to end before its cases or its time were over.
  bool stopped = false;
  const Tally& tally() const { return state.tally; }
  /// Cases a second, builds and investigations aside.
  double rate() const;
};

/// After so many hangs or crashes of one operator's variant, its lost batches are given up.
constexpr unsigned kMostHangs = 10, kMostCrashes = 100;
/// So many failures of a kind (operator, verdict as first seen, variant) are shrunk.
constexpr unsigned kShrunk = 3;

/// Who does the work of a campaign.
struct CampaignCrew {
  Crew& crew;
  /// Runs what failed again, alone.
  Runner& investigator;
  /// The same kernels that the crew runs.
  KernelLibrary& library;
  unsigned jobs = 1;
};

/// Runs random cases, breadth first: every operator with every data type before any of them twice.
/// The same seed gives the same cases on any machine and any device; only a limit in seconds
/// decides how many of them are run. Goes on from `state`.
CampaignResult run_campaign(const CampaignCrew& crew, const CampaignOptions& options,
                            const CampaignListener& listener = {}, CampaignState state = {});

/// The same within this process.
CampaignResult run_campaign(Pipeline& pipeline, const CampaignOptions& options,
                            const CampaignListener& listener = {});

}  // namespace assay::conformance
