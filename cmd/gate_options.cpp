// What a gate asks for beside passing.
#include "cmd/gate_options.h"

namespace assay::cmd {

void add_min_coverage(CLI::App& app, double& percent) {
  app.add_option("--min-coverage", percent,
                 "Exit code 3 where less than this share of the rules' sides, or of the pairs of "
                 "knobs, was judged")
      ->check(CLI::Range(0.0, 100.0).description(""))
      ->type_name("PERCENT");
}

}  // namespace assay::cmd
