// The random cases are the first batches of a campaign of the operator alone, which Evidence can
// draw again.
#include "conformance/findings/explain_case.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "ops/stopwatch.h"

namespace assay::conformance {
namespace {

/// Runs the first batches of a campaign, and keeps what failed.
class Neighbourhood {
 public:
  /// The number of random cases, and how many of one batch. Small batches reach more routes.
  static constexpr std::uint64_t kCases = 4000, kOfOneBatch = 64;

  Neighbourhood(Runner& runner, KernelLibrary& library, const specs::Spec& spec)
      : runner_(runner), library_(library), plan_(options_of(spec), &library) {}

  void run(const std::function<bool()>& go_on) {
    for (; judged_ < kCases && go_on(); ++next_) {
      const std::uint64_t size = std::min(plan_.size(next_), kOfOneBatch);
      plan_.draw(next_, size, cases_);
      const auto offered =
          library_.offered(*cases_[0].spec, types_of(cases_[0].descriptor), runner_.device());
      if (offered.empty()) continue;
      judge(plan_.draw_route(next_, cases_, offered, runner_.device()));
    }
  }

  const CampaignOptions& options() const { return options_; }
  std::uint64_t batches() const { return next_; }
  std::uint64_t judged() const { return judged_; }
  const std::vector<FailedCase>& failed() const { return failed_; }
  /// The batches in which not each case was judged for itself.
  const std::set<std::uint64_t>& skipped() const { return skipped_; }

 private:
  const CampaignOptions& options_of(const specs::Spec& spec) {
    options_.operators = {&spec};
    return options_;
  }

  void judge(const Route& route) {
    const auto judgements = runner_.run(cases_, route);
    // Where a driver ends a process or a call fails, the whole batch has that verdict.
    const bool each = std::all_of(judgements.begin(), judgements.end(), [](const Judgement& j) {
      return !is_divergence(j.verdict) || j.verdict == Verdict::Wrong ||
             j.verdict == Verdict::Stray;
    });
    if (!each || judgements[0].skip) {
      skipped_.insert(next_);
      return;
    }
    for (std::size_t i = 0; i < judgements.size(); ++i) {
      ++judged_;
      if (is_divergence(judgements[i].verdict))
        failed_.push_back({line_of(cases_[i], route), next_, failure_of(judgements[i])});
    }
  }

  Runner& runner_;
  KernelLibrary& library_;
  CampaignOptions options_;
  BatchPlan plan_;
  std::uint64_t next_ = 0, judged_ = 0;
  ops::KeptVector<specs::Case> cases_;
  std::vector<FailedCase> failed_;
  std::set<std::uint64_t> skipped_;
};

}  // namespace

ExplainedCase explain_case(Runner& runner, KernelLibrary& library,
                           const specs::Catalogue& catalogue, const specs::Case& c,
                           const Route& route, double seconds, const Patience& patience) {
  ExplainedCase explained{.checked = check(runner, c, route), .finding = {}};
  const Checked& checked = explained.checked;
  if (!is_divergence(checked.judgement.verdict)) return explained;
  Neighbourhood beside(runner, library, *c.spec);
  ops::Stopwatch watch;
  const auto go_on = [&] { return watch.seconds() < seconds && (!patience || patience()); };
  beside.run(go_on);
  watch.lap();
  explained.judged = beside.judged();
  explained.failed = beside.failed().size();
  // Of what fails, the case that is asked about is looked at first.
  std::vector<FailedCase> failed{{line_of(c, checked.route),
                                  std::numeric_limits<std::uint64_t>::max(),
                                  failure_of(checked.judgement)}};
  failed.insert(failed.end(), beside.failed().begin(), beside.failed().end());
  const auto try_case = [&](const specs::Case& fresh,
                            const Route& by) -> std::optional<std::string> {
    const Judgement j = runner.run_alone(fresh, by);
    if (j.skip) return std::nullopt;
    return is_divergence(j.verdict) ? failure_of(j) : "";
  };
  for (Finding& f :
       find_findings(failed,
                     {beside.options(), beside.batches(), catalogue, library, runner.device(),
                      beside.skipped(), go_on, Neighbourhood::kOfOneBatch},
                     try_case))
    if (std::find(f.failing.begin(), f.failing.end(), std::size_t{0}) != f.failing.end())
      explained.finding = std::move(f);
  return explained;
}

}  // namespace assay::conformance
