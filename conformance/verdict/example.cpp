#include "conformance/verdict/example.h"

#include <fmt/format.h>

#include "conformance/verdict/element_text.h"
#include "ops/error.h"
#include "ops/permitted.h"
#include "specs/case_file.h"
#include "specs/fill.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

/// Where an answer of the example stands in the spec: `FILE:LINE:COLUMN`.
std::string place_of(const specs::Example& example, const ops::Member& m, std::size_t place,
                     std::uint64_t element) {
  const std::string number = m.is_tensor_array() ? fmt::format("/{}", place - m.place) : "";
  return example.origins->of(fmt::format("tensors/{}{}/data/{}", m.name, number, element), {})
      .place;
}

void look_at_answers(const specs::Example& example, const specs::Case& c,
                     const ops::Problem& problem, std::vector<std::string>& faults) {
  const ops::Signature& signature = c.spec->signature;
  const ops::Oracle oracle = ops::oracle_of(signature);
  if (!oracle) return;
  ops::Permitted permitted;
  // The page's authors computed the answers.
  ask(oracle, problem, {.profile = ops::Profile::Free}, permitted);
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    if (m.kind != ops::Kind::Output || c.data->tensors[place].empty()) return;
    if (const auto i = first_unpermitted(permitted.tensors[place], c.data->tensors[place]))
      faults.push_back(fmt::format(
          "{}: the oracle does not permit element {} of {}, but {}; one of them is wrong",
          place_of(example, m, place, *i), *i, signature.tensor_name(place),
          describe_permitted(permitted.tensors[place], *i)));
  });
}

}  // namespace

std::vector<std::string> faults_of(const specs::Example& example, const specs::Spec& spec,
                                   const specs::Catalogue& catalogue) try {
  const specs::Case c = specs::parse_example(example, catalogue);
  const std::string where = example.origins->of({}, {}).place;
  if (c.spec != &spec) return {where + ": its case is one of another operator"};
  std::vector<std::string> faults;
  for (const std::size_t r : specs::broken_rules(c))
    faults.push_back(fmt::format("{}: it breaks the rule {}: {}", where, spec.rules[r].id,
                                 spec.rules[r].sentence));
  if (!faults.empty()) return faults;
  ops::Problem problem;
  specs::fill(c, problem);
  for (const std::size_t r : specs::broken_data_rules(c, problem))
    faults.push_back(fmt::format("{}: it breaks the data rule {}: {}", where, spec.data_rules[r].id,
                                 spec.data_rules[r].sentence));
  if (faults.empty()) look_at_answers(example, c, problem, faults);
  return faults;
} catch (const Error& e) {
  return {e.what()};
}

}  // namespace assay::conformance
