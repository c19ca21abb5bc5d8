// The subcommand `assay diff`.
#include <fmt/format.h>

#include "cmd/options/gate_options.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/compare/difference.h"

namespace assay::cmd {
namespace {

struct DiffArguments {
  std::filesystem::path before, after;
  WaiverOptions known;
  bool json = false, all = false;
};

int diff(const specs::Catalogue& catalogue, const DiffArguments& o) {
  constexpr std::size_t kMost = 20;
  conformance::Gate gate(o.known.terms(catalogue), catalogue);
  const conformance::Difference d = conformance::compare_runs(o.before, o.after, gate);
  if (o.json)
    fmt::print("{}\n", specs::json_text(difference_to_json(d), 2));
  else
    say("{}", difference_text(d, o.all ? SIZE_MAX : kMost));
  return d.exit_code();
}

}  // namespace

void add_diff(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("diff", "Compare two runs: what broke, what was fixed");
  auto o = std::make_shared<DiffArguments>();
  sub->add_option("OLD", o->before, "The folder of a run, or a results.csv (deqp-runner's, too)")
      ->required()
      ->type_name("");
  sub->add_option("NEW", o->after, "The same of the run to be judged")->required()->type_name("");
  o->known.add_to(*sub);
  sub->add_flag("--all", o->all, "List every case, not the first 20 of each kind");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->footer(
      "Exit code 1 where a case that passed fails, or one that OLD does not have; not where a "
      "waiver covers it.\n3 where none does but some are no longer tested, or no case was judged "
      "in "
      "both runs.\n\nExamples:\n  assay diff last-good tonight --waivers waivers.json\n  assay "
      "diff "
      "23.1/results.csv results");
  sub->callback([&context, o] {
    context.action = [&context, o] { return diff(specs::Catalogue(context.specs), *o); };
  });
}

}  // namespace assay::cmd
