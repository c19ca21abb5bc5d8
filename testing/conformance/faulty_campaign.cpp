#include "testing/conformance/faulty_campaign.h"

#include "conformance/findings/conditions.h"
#include "conformance/plan/batch.h"
#include "conformance/run/record.h"
#include "specs/case_text.h"
#include "specs/draw.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {

FaultyCampaign::FaultyCampaign(std::vector<const char*> operators, std::uint64_t batches,
                               Fault fault, double shapes, OfCase of_case, std::uint64_t seed)
    : library_(std::nullopt), fault_(std::move(fault)), of_case_(std::move(of_case)) {
  options_.shapes = shapes;
  options_.seed = seed;
  for (const char* name : operators) options_.operators.push_back(catalogue().find(name));
  device_.standards = {12, 20, 30};
  device_.max_work_group_size = 1024;
  device_.address_bits = 64;
  device_.max_allocation = device_.global_memory = std::uint64_t{1} << 30;
  const BatchPlan plan(options_, &library_);
  ops::KeptVector<specs::Case> cases;
  for (; batches_ < batches; ++batches_) {
    plan.draw(batches_, plan.size(batches_), cases);
    const auto offered = library_.offered(*cases[0].spec, types_of(cases[0].descriptor), device_);
    if (offered.empty()) continue;
    const Route route = plan.draw_route(batches_, cases, offered, device_);
    for (const specs::Case& c : cases)
      if (const std::string failure = judge(c, route); !failure.empty())
        failed_.push_back({line_of(c, route), batches_, failure});
  }
}

std::vector<Finding> FaultyCampaign::findings(bool with_fresh_cases) {
  const ExplainedRun run{options_, batches_, catalogue(), library_, device_, skipped_, go_on_};
  TryCase try_case;
  if (with_fresh_cases)
    try_case = [this](const specs::Case& c, const Route& route) {
      ++runs_;
      return judge(c, route);
    };
  return find_findings(failed_, run, try_case);
}

std::pair<std::size_t, std::size_t> FaultyCampaign::fresh_under(const Finding& f,
                                                                std::size_t count) {
  Conditions conditions(catalogue());
  specs::SeededChooser chooser(f.failing.size());
  std::size_t met = 0, failed = 0;
  for (std::size_t i = 0; i < 200 * count && met < count; ++i) {
    const specs::Spec& spec = *catalogue().find(f.operators[i % f.operators.size()]);
    const specs::Case c = specs::draw(spec, chooser, {1 << 12});
    const auto offered = library_.offered(spec, types_of(c.descriptor), device_);
    if (offered.empty()) continue;
    const Route route = draw_route(offered, device_, chooser, &c);
    if (!conditions.hold(f.conditions, line_of(c, route))) continue;
    ++met;
    failed += !judge(c, route).empty();
  }
  return {met, failed};
}

void FaultyCampaign::shrink() {
  for (FailedCase& f : failed_) {
    const specs::Case c = specs::parse_case(f.line, catalogue());
    Route least = parse_route(c.route);
    for (bool better = true; better;) {
      better = false;
      for (const Route& simpler : simpler_routes(least))
        if (judge(c, simpler) == f.failure) {
          least = simpler;
          better = true;
          break;
        }
    }
    f.shrunk = line_of(c, least);
  }
}

std::string FaultyCampaign::judge(const specs::Case& c, const Route& route) {
  if (of_case_) return of_case_(c, route) ? "Wrong" : "";
  Texts texts;
  for (const Properties::Id id : properties_.of(library_.knobs(*c.spec), c, route))
    texts.insert(properties_[id].text);
  return fault_(texts);
}

}  // namespace assay::conformance::testing
