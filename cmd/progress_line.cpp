#include "cmd/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cmd/options/tell.h"

namespace assay::cmd {

ProgressLine::ProgressLine(const conformance::CampaignOptions& options)
    : on_(::isatty(STDERR_FILENO) != 0), options_(options) {}

void ProgressLine::show(const conformance::CampaignState& state) {
  if (!on_ || state.seconds < next_) return;
  next_ = state.seconds + 0.2;
  const double done = static_cast<double>(state.cases);
  double left = options_.seconds ? *options_.seconds - state.seconds : 1e12;
  if (options_.cases && done > 0) {
    const double all =
        static_cast<double>(*options_.cases) / static_cast<double>(options_.shard.count);
    left = std::min(left, state.seconds * (all - done) / done);
  }
  tell(fmt::format("\r\033[K{} cases, {} diverge, {:.0f} cases/s, {:.0f} s left", state.cases,
                   state.tally.divergences(), done / state.seconds, std::max(left, 0.0)));
}

void ProgressLine::clear() const {
  if (on_) tell("\r\033[K");
}

}  // namespace assay::cmd
