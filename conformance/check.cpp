// One case, alone.
#include "conformance/check.h"

#include "conformance/investigate.h"

namespace assay::conformance {

Checked check(Pipeline& pipeline, const specs::Case& c) {
  Checked checked{parse_route(c.route), {}};
  std::vector<std::string> variants{checked.route.variant};
  if (checked.route.variant.empty()) {
    variants.clear();
    for (const opencl::Variant* v : pipeline.offered(*c.spec, types_of(c.descriptor)))
      variants.push_back(v->name);
    checked.judgement.verdict = Verdict::Skip;
    checked.judgement.skip = SkipReason{"no variant for these data types", false};
  }
  for (const std::string& variant : variants) {
    checked.route.variant = variant;
    checked.judgement = pipeline.run_alone(c, checked.route);
    if (!is_divergence(checked.judgement.verdict)) continue;
    checked.judgement =
        investigate(pipeline, {&c, 1}, 0, checked.route, checked.judgement, false).judgement;
    break;
  }
  return checked;
}

}  // namespace assay::conformance
