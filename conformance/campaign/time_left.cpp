// Builds are most of what a campaign takes with a cold cache, and they come at its beginning. So
// the cases that are left say little: a batch counts by what it is the first to build.
#include "conformance/campaign/time_left.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/base/words.h"
#include "conformance/plan/build_costs.h"

namespace assay::conformance {
namespace {

/// The data types of the tensors of a case line.
std::string types_in(std::string_view line) {
  std::string types;
  for (std::size_t at = line.find('='); at != line.npos; at = line.find('=', at + 1)) {
    const std::string_view value = line.substr(at + 1, line.find(':', at) - at - 1);
    const std::string_view name = value.substr(0, value.find('.'));
    if (name.size() < value.size() && ops::data_type_named(name)) types += fmt::format("/{}", name);
  }
  return types;
}

}  // namespace

TimeLeft::TimeLeft(const CampaignOptions& options, KernelLibrary& kernels, unsigned jobs)
    : options_(options), plan_(options, &kernels), jobs_(jobs) {}

double TimeLeft::builds_of(std::uint64_t batch) {
  const auto is_new = [this](std::string what) { return built_.insert(std::move(what)).second; };
  if (!options_.plan) {
    const BuildSchedule::Choice build = plan_.build_of(batch);
    const bool first = is_new(fmt::format("{} {}", plan_.group(batch), build.number));
    return first ? build.key->milliseconds : 0;
  }
  const CasePlan::Batch& planned = options_.plan->batches()[batch];
  if (planned.skipped) return 0;
  const std::string kernel = fmt::format("{}/{}{}", operator_of(planned.lines[0]),
                                         build_text(planned.route), types_in(planned.lines[0]));
  return (is_new(planned.program) ? BuildCosts::kProgramMilliseconds : 0) +
         (is_new(kernel) ? BuildCosts::kKernelMilliseconds : 0);
}

void TimeLeft::walk() {
  // Batches after these build next to nothing for their number of cases.
  constexpr std::size_t kMostBatches = 50000;
  const std::uint64_t all = *options_.cases;
  std::uint64_t position = 0;
  Sum sum;
  for (std::uint64_t b = 0; position < all && b < kMostBatches && !plan_.empty(); ++b) {
    sums_.push_back(sum);
    const std::uint64_t count = std::min(plan_.size(b), all - position);
    position += count;
    if (!options_.shard.owns(b)) continue;
    sum.builds += builds_of(b);
    sum.cases += count;
  }
  sums_.push_back(sum);
  later_cases_ = (all - position) / options_.shard.count;
}

std::optional<double> TimeLeft::seconds(const Seen& seen) {
  // What comes first is not like what follows.
  constexpr double kLeastSeconds = 2;
  if (!options_.cases || seen.cases == 0 || seen.seconds < kLeastSeconds) return std::nullopt;
  if (sums_.empty()) walk();
  const Sum& end = sums_.back();
  const Sum& now = sums_[std::min<std::size_t>(seen.next_batch, sums_.size() - 1)];
  if (now.builds <= 0 && end.builds > 0) return std::nullopt;
  const double builds =
      end.builds > now.builds ? seen.build_seconds * (end.builds - now.builds) / now.builds : 0;
  const std::uint64_t all = end.cases + later_cases_;
  const auto cases = static_cast<double>(all > seen.cases ? all - seen.cases : 0);
  const double working =
      std::max(0.0, seen.seconds - seen.build_seconds / jobs_ - seen.investigation_seconds);
  double each = working / static_cast<double>(seen.cases);
  // Some of what seems to be spent in cases are builds for batches that are not settled yet: so
  // many of one kernel. Where that may be all of it, a case is not taken to cost much more than it
  // does beside such builds elsewhere.
  constexpr double kUnsettled = 40, kMostTimes = 10;
  const double slower = end.builds > now.builds ? 1000 * seen.build_seconds / now.builds : 0;
  if (working < kUnsettled * slower * BuildCosts::kKernelMilliseconds / 1000)
    each = std::min(
        each, kMostTimes * std::max(1.0, slower) * BuildCosts::kCaseMilliseconds / 1000 / jobs_);
  return (builds + cases * again_each(seen, now.builds)) / jobs_ + cases * each;
}

double TimeLeft::again_each(const Seen& seen, double built) {
  // Until nearly all that is foreseen is built, those builds tell more than others. They cost now
  // more and now less, and a few seconds of that say nothing of all cases that are left.
  constexpr double kNearly = 0.95;
  if (built < kNearly * sums_.back().builds) return 0;
  if (!nearly_built_) nearly_built_ = {seen, built};
  const auto& [since, had] = *nearly_built_;
  if (seen.cases <= since.cases || had <= 0) return 0;
  const double foreseen = since.build_seconds * (built - had) / had;
  const double again = seen.build_seconds - since.build_seconds - foreseen;
  if (again < (1 - kNearly) * since.build_seconds) return 0;
  return again / static_cast<double>(seen.cases - since.cases);
}

}  // namespace assay::conformance
