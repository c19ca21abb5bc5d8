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
    checked.route.variant = variant;
    checked.judgement = runner.run_alone(c, checked.route);
    if (!is_divergence(checked.judgement.verdict)) continue;
    checked.judgement =
        investigate(runner, {&c, 1}, 0, checked.route, checked.judgement, false).judgement;
    break;
  }
  return checked;
}

}  // namespace assay::conformance
