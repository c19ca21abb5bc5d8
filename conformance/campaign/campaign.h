#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/gate/waiver_ledger.h"
#include "conformance/plan/batch.h"
#include "conformance/plan/coverage.h"
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
  /// Failures looked into so far, by operator, verdict and variant: the first few of each are
  /// shrunk.
  std::map<std::tuple<std::string, int, std::string>, unsigned> failures;
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
  /// Of a merged run: shards that it lacks, in whole or in part, in words.
  std::vector<std::string> missing_shards;
  /// Where it was measured; and how much of it is asked for, in percent.
  std::optional<Coverage> coverage;
  double min_coverage = 0;
  /// Where waivers were given.
  std::optional<WaiverSummary> waivers;

  const Tally& tally() const { return state.tally; }
  /// Cases a second, builds and investigations aside.
  double rate() const;
  std::uint64_t waived() const { return waivers ? waivers->waived : 0; }
  bool lacks_coverage() const { return coverage && coverage->least() < min_coverage; }
};

/// After so many hangs or crashes of one operator's variant, its lost batches are given up.
constexpr unsigned kMostHangs = 10, kMostCrashes = 100;
/// So many failures of a kind (operator, verdict as first seen, variant) are shrunk.
constexpr unsigned kShrunk = 3;

/// Something beside divergences that is not as expected.
struct Complaint {
  /// `waivers`, `coverage`, `shards`, `stopped`, `skips` or `nothing`.
  std::string about;
  /// What is wrong, as a sentence.
  std::string text;
  /// Whether the gate is red for it; waivers are told of in any case.
  bool red = true;
};

/// All of them, in a fixed order. The exit code is 0 where none is red, and no divergence is
/// without a waiver.
std::vector<Complaint> complaints(const CampaignResult& result);

/// The exit code that a result deserves: 0, 1 (divergences, or complaints about waivers), or 3
/// (nothing failed, but less was tested than asked for, or nothing at all).
int exit_code(const CampaignResult& result);

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
