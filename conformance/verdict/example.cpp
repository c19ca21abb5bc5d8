#include "conformance/verdict/example.h"

#include <fmt/format.h>

#include "ops/permitted.h"
#include "specs/case_file.h"
#include "specs/fill.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

void look_at_answers(const specs::Case& c, const ops::Problem& problem,
                     std::vector<std::string>& faults) {
  const ops::Signature& signature = c.spec->signature;
  const ops::Oracle oracle = ops::oracle_of(signature);
  if (!oracle) return;
  ops::Permitted permitted;
  ask(oracle, problem, {}, permitted);
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    if (m.kind != ops::Kind::Output || c.data->tensors[place].empty()) return;
    if (const auto i = first_unpermitted(permitted.tensors[place], c.data->tensors[place]))
      faults.push_back(fmt::format("the oracle does not permit element {} of {}", *i,
                                   signature.tensor_name(place)));
  });
}

}  // namespace

std::vector<std::string> faults_of(const specs::Example& example, const specs::Spec& spec,
                                   const specs::Catalogue& catalogue) try {
  const specs::Case c = specs::parse_case_file(example.case_json, "the case", catalogue);
  if (c.spec != &spec) return {"its case is one of another operator"};
  std::vector<std::string> faults;
  for (const std::size_t r : specs::broken_rules(c))
    faults.push_back("it breaks the rule " + spec.rules[r].id);
  if (!faults.empty()) return faults;
  ops::Problem problem;
  specs::fill(c, problem);
  for (const std::size_t r : specs::broken_data_rules(c, problem))
    faults.push_back("it breaks the data rule " + spec.data_rules[r].id);
  if (faults.empty()) look_at_answers(c, problem, faults);
  return faults;
} catch (const Error& e) {
  return {e.what()};
}

}  // namespace assay::conformance
