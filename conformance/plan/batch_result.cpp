#include "conformance/plan/batch_result.h"

#include <algorithm>

#include "conformance/plan/covered_marker.h"
#include "conformance/run/record.h"
#include "ops/stopwatch.h"
#include "specs/case_text.h"

namespace assay::conformance {

BatchResult run_cases(LocalRunner& runner, std::uint64_t index, std::span<const specs::Case> cases,
                      const Route& route, const std::optional<SkipReason>& skip, bool with_lines) {
  ops::Stopwatch watch;
  const opencl::Builds built_before = runner.builds();
  BatchResult result;
  result.index = index;
  std::vector<Judgement> skipped;
  std::span<const Judgement> judgements;
  result.route = route;
  if (!skip) {
    judgements = runner.run(cases, result.route);
  } else {
    Judgement j;
    j.verdict = Verdict::Skip;
    j.skip = skip;
    skipped.assign(cases.size(), j);
    judgements = skipped;
  }
  CoveredMarker covered(result.covered, runner.library().knobs(*cases[0].spec), result.route,
                        std::ranges::max(judgements, {}, &Judgement::local_size).local_size);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (is_divergence(judgements[i].verdict)) {
      result.failures.push_back({i, judgements[i]});
    } else {
      result.tally.add(cases[i], judgements[i]);
      if (!judgements[i].skip && !judgements[i].invalid) covered.add(cases[i]);
    }
    if (!with_lines) continue;
    result.lines.push_back(line_of(cases[i], result.route));
    result.verdicts.push_back(judgements[i].verdict);
  }
  result.seconds = watch.lap();
  result.builds = runner.builds() - built_before;
  return result;
}

SkipReason listed() { return {"listed in --skips", false}; }

}  // namespace assay::conformance
