// The option that chooses operators.
#include "cmd/options/operator_option.h"

#include "ops/error.h"
#include "specs/unknown_name.h"

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
    if (!spec) throw Error("--operator: " + specs::unknown_operator(name, catalogue));
    specs.push_back(spec);
  }
  if (names.empty())
    for (const auto& spec : catalogue.all()) specs.push_back(spec.get());
  return specs;
}

}  // namespace assay::cmd
