// The option that chooses operators.
#include "cmd/options/operator_option.h"

#include <fmt/format.h>

#include "conformance/base/words.h"
#include "ops/error.h"

namespace assay::cmd {

void OperatorOption::add_to(CLI::App& app) {
  app.add_option("--operator", names, "These operators only (default: all)")
      ->delimiter(',')
      ->type_name("NAME,...");
}

std::vector<const specs::Spec*> OperatorOption::of(const specs::Catalogue& catalogue) const {
  std::vector<const specs::Spec*> specs;
  for (const std::string& name : names) {
    const specs::Spec* spec = catalogue.find(name);
    if (!spec) {
      std::vector<std::string> all;
      for (const auto& known : catalogue.all()) all.push_back(known->name());
      throw Error(fmt::format("--operator {}: no such operator; the nearest is \"{}\"", name,
                              conformance::nearest_name(name, all)));
    }
    specs.push_back(spec);
  }
  if (names.empty())
    for (const auto& spec : catalogue.all()) specs.push_back(spec.get());
  return specs;
}

}  // namespace assay::cmd
