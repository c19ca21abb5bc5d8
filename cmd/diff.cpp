// assay diff
#include <fmt/format.h>

#include "cmd/subcommands.h"
#include "conformance/difference.h"

namespace assay::cmd {
namespace {

struct Options {
  std::filesystem::path before, after;
  bool json = false, all = false;
};

int diff(const Options& o) {
  constexpr std::size_t kMost = 20;
  const conformance::Difference d = conformance::compare_runs(o.before, o.after);
  fmt::print("{}", o.json ? difference_to_json(d).dump(2) + "\n"
                          : difference_text(d, o.all ? SIZE_MAX : kMost));
  return d.exit_code();
}

}  // namespace

void add_diff(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("diff", "Compare two runs: what broke, what was fixed");
  auto o = std::make_shared<Options>();
  sub->add_option("OLD", o->before, "The folder of a run, or a results.csv (deqp-runner's, too)")
      ->required()
      ->type_name("");
  sub->add_option("NEW", o->after, "The same of the run to be judged")->required()->type_name("");
  sub->add_flag("--all", o->all, "List every case, not the first 20 of each kind");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->footer(
      "Exit code 1 where a case that passed fails, 3 where none does but some are no longer "
      "tested.\n\nExamples:\n  assay diff last-good tonight\n  assay diff 23.1/results.csv "
      "results");
  sub->callback([&context, o] { context.action = [o] { return diff(*o); }; });
}

}  // namespace assay::cmd
