#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/campaign/campaign.h"

namespace assay::conformance {

/// Estimates how long a campaign still takes. How many programs and kernels are still to be built
/// follows from the batches that are left (BuildCosts). What such a build costs on this driver, and
/// what a case costs beside it, is taken from the campaign so far.
class TimeLeft {
 public:
  /// `options` and `kernels` must outlive this object. No other thread may use `kernels`
  /// meanwhile.
  TimeLeft(const CampaignOptions& options, KernelLibrary& kernels, unsigned jobs);

  /// What was seen of the campaign so far, as CampaignState has it.
  struct Seen {
    std::uint64_t next_batch = 0, cases = 0;
    double seconds = 0, build_seconds = 0, investigation_seconds = 0;
  };
  /// The seconds that the campaign takes from then on. Nothing while too little was seen, and where
  /// it has no number of cases.
  std::optional<double> seconds(const Seen& seen);

 private:
  /// What the batches of the shard before a batch build, in the milliseconds of BuildCosts, and
  /// how many cases they have.
  struct Sum {
    double builds = 0;
    std::uint64_t cases = 0;
  };
  void walk();
  /// The seconds of building for each case that were not foreseen, since nearly all that is
  /// foreseen was built: a worker that begins anew builds its programs again. `built` is the sum of
  /// `seen`.
  double again_each(const Seen& seen, double built);
  /// What a batch is the first to build.
  double builds_of(std::uint64_t batch);

  const CampaignOptions& options_;
  const BatchPlan plan_;
  const unsigned jobs_;
  /// The sum before each batch. Of a long campaign, the first batches.
  std::vector<Sum> sums_;
  /// The cases of the shard that stand after the batches of `sums_`.
  std::uint64_t later_cases_ = 0;
  std::set<std::string> built_;
  /// What was seen first when nearly all that is foreseen was built, and what that was.
  std::optional<std::pair<Seen, double>> nearly_built_;
};

}  // namespace assay::conformance
