// Checking one case alone.
#include "conformance/find/check.h"

#include "conformance/find/investigate.h"

namespace assay::conformance {

Checked check(Runner& runner, const specs::Case& c, const Route& route) {
  Checked checked{route, {}};
  std::vector<std::string> variants{route.variant};
  if (route.variant.empty()) {
    variants = runner.variants(*c.spec, types_of(c.descriptor));
    checked.judgement.verdict = Verdict::Skip;
    checked.judgement.skip = SkipReason{"no variant for these data types", false};
  }
  for (const std::string& variant : variants) {
    Route tried = route;
    tried.variant = variant;
    Judgement judgement = runner.run_alone(c, tried);
    const bool is_first = checked.failing.empty();
    // What comes of a kill from outside may be no failure.
    if (is_first && is_divergence(judgement.verdict))
      judgement = investigate(runner, {&c, 1}, 0, tried, judgement, false).judgement;
    const bool fails = is_divergence(judgement.verdict);
    if (fails) checked.failing.push_back(variant);
    // That another variant passes does not make up for one that was not tested.
    const auto& skip = checked.judgement.skip;
    if (!is_first || (!fails && skip && skip->is_short)) continue;
    checked.route = std::move(tried);
    checked.judgement = std::move(judgement);
    if (checked.judgement.verdict == Verdict::Hung) break;
  }
  return checked;
}

}  // namespace assay::conformance
