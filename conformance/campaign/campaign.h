#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/campaign/told_failures.h"
#include "conformance/plan/batch.h"
#include "conformance/plan/covered.h"
#include "conformance/plan/tally.h"
#include "conformance/route/kernel_library.h"
#include "conformance/run/pipeline.h"
#include "conformance/run/record.h"
#include "conformance/workers/crew.h"

namespace assay::conformance {

/// A settled case: its line, its verdict, and its share of the batch's seconds.
struct Settled {
  std::string line;
  Verdict verdict;
  double seconds;
};

/// How many failures of each kind were investigated so far.
using FailureCounts = std::map<FailureKind, unsigned>;

/// The progress of a campaign: all that is needed to continue it after a stop, or in another
/// process.
struct CampaignState {
  /// All batches of the shard before `next_batch` are settled. They had `cases` cases.
  std::uint64_t next_batch = 0, cases = 0;
  Tally tally;
  Covered covered;
  /// Wall-clock seconds, and those of them in which failures were investigated.
  double seconds = 0, investigation_seconds = 0;
  /// What was built, in all workers together.
  opencl::Builds builds;
  /// How many workers were killed from outside. Their work was done again.
  unsigned incidents = 0;
  /// What the last worker ended by that crashed while it had nothing to do; empty if none did.
  std::string crashed_idle;
  /// The failures so far. The first few of each kind are shrunk.
  FailureCounts failures;
  /// The variants (`gather/bits`) that were met: whether a batch came back, or only builds that
  /// failed.
  std::map<std::string, bool> compiled;
  /// The divergences that were told before the run was stopped or killed, of batches which are to
  /// be settled again. One that does not come again, or fails otherwise, is Flaky.
  ToldFailures told;

  /// Adds the state of another shard of the campaign, which ran beside this one.
  void add_shard(const CampaignState& other);
};

/// What a campaign is at.
struct CampaignActivity {
  /// How many workers build programs.
  unsigned building = 0;
  /// Whether a failure is looked into.
  bool investigating = false;
};

/// Functions that a campaign calls while it runs. Each of them may be empty.
struct CampaignListener {
  /// Gets all cases of a batch, in the order of the batches. Lines of cases are made only if this
  /// function is set.
  std::function<void(const std::vector<Settled>&)> settled;
  std::function<void(const Record&)> found;
  /// Called for the first failure of a batch that has to wait for the batches before it. It is not
  /// confirmed yet. Of all that is found, `found` tells later.
  std::function<void(std::uint64_t batch, const std::string& line, const Judgement&)> held;
  /// Called for each batch that was settled and has a case that was not judged (Verdict::Skip).
  std::function<void(std::uint64_t batch)> skipped;
  /// Called after each batch is settled, up to CampaignResult::go_on_from.
  std::function<void(const CampaignState&)> progress;
  /// Called several times a second, with what is settled so far. It may not take long.
  std::function<void(const CampaignState&, const CampaignActivity&)> watched;
  /// Asked again and again. True ends the campaign within seconds, whatever the driver does.
  std::function<bool()> stop;
};

/// The result of a campaign.
struct CampaignResult {
  CampaignState state;
  unsigned jobs = 1;
  /// How many cases were asked for but not judged, because the campaign was stopped.
  std::uint64_t unjudged = 0;
  /// Whether the campaign ended before its cases or its time were over, by `stop` or as the driver
  /// was gone.
  bool stopped = false;
  /// Why the driver could not be started any more, where that is so.
  std::string gone;
  /// Where a run that goes on begins, if that is before `state`: cases after it were cut off when
  /// the campaign was stopped.
  std::optional<CampaignState> go_on_from;
  const Tally& tally() const { return state.tally; }
  /// The variants (`gather/bits`) of which every program failed to build.
  std::vector<std::string> never_built() const;
  /// Cases per second, without the time of builds and investigations.
  double rate() const;
  /// The share of the workers' time that builds took, at most 1.
  double build_share() const;
};

/// After so many hangs or crashes of one variant of an operator, cases of its batches that failed
/// as a whole are skipped.
constexpr unsigned kMostHangs = 10, kMostCrashes = 50;
/// After so many hangs or crashes of cases of one batch that failed as a whole, its other cases are
/// skipped: each costs a start of the driver, and they share its kernel and its route.
constexpr unsigned kMostHangsOfBatch = 3, kMostCrashesOfBatch = 10;
/// How many failures of each kind (operator, verdict as first seen, variant) are shrunk.
constexpr unsigned kShrunk = 3;

/// What a campaign works with.
struct CampaignCrew {
  Crew& crew;
  /// Runs failed cases again, alone.
  Runner& investigator;
  /// The same kernel files that the crew uses.
  KernelLibrary& library;
  unsigned jobs = 1;
  /// Seconds of the limit of CampaignOptions that were spent before the campaign began.
  double spent = 0;
  /// Says what the driver lacks, as room on a disk, so that a crash or a refusal says nothing of
  /// it; an empty text where it lacks nothing. May be empty itself.
  std::function<std::string()> trouble = {};
};

/// Runs random cases, or those of a plan. Of random cases, each operator with each data type has a
/// batch before any of them has a second one. The same seed gives the same cases on any machine and
/// any device; a limit in seconds only decides how many of them are run. The campaign continues
/// from `state`. When its time is over, what was begun may still end for some seconds; what has not
/// ended then is cut off, and skipped (is_cut_off()). Throws Error where the driver runs nothing
/// (Refusals).
CampaignResult run_campaign(const CampaignCrew& crew, const CampaignOptions& options,
                            const CampaignListener& listener = {}, CampaignState state = {});

/// Runs a campaign within this process.
CampaignResult run_campaign(Pipeline& pipeline, const CampaignOptions& options,
                            const CampaignListener& listener = {});

}  // namespace assay::conformance
