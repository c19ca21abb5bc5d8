// The option that chooses operators.
#include "cmd/options/operator_option.h"

#include "ops/error.h"

namespace assay::cmd {

void OperatorOption::add_to(CLI::App& app) {
  app.add_option("--operator", names, "These operators only (default: all)")
      ->delimiter(',')
      ->type_name("NAME,...");
}

std::vector<const specs::Spec*> OperatorOption::of(const specs::Catalogue& catalogue) const {
  try {
    return catalogue.chosen(names);
  } catch (const Error& e) {
    throw Error(std::string("--operator: ") + e.what());
  }
}

}  // namespace assay::cmd
