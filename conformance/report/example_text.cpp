// Few of a run's failures are examples, so their inputs are made only here.
#include "conformance/report/example_text.h"

#include <fmt/format.h>

#include "conformance/report/inputs_text.h"
#include "specs/case_text.h"

namespace assay::conformance {

void tell_examples(std::vector<Finding>& findings, const std::vector<FailedCase>& failed,
                   const CommandWords& words, const specs::Catalogue& catalogue) {
  for (Finding& finding : findings)
    for (FindingExample& example : finding.examples) {
      const FailedCase& f = failed[example.failing];
      if (!f.tensor.empty())
        example.text = inputs_text(specs::parse_case(example.line, catalogue), f.tensor, f.came);
      if (!f.message.empty()) example.text.push_back(f.message);
      example.text.push_back("reproduce: " + (f.command.empty()
                                                  ? command_for("check", words, example.line)
                                                  : f.command));
      if (!f.reproducer.empty())
        example.text.push_back("as C file: " + (f.reproducer / "reproduce.c").string());
    }
}

}  // namespace assay::conformance
