// The subcommand `assay merge`.
#include "conformance/compare/merge.h"

#include <fmt/format.h>

#include "cmd/options/gate_options.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/report/report_text.h"

namespace assay::cmd {
namespace {

struct MergeArguments {
  std::vector<std::filesystem::path> folders;
  std::optional<std::filesystem::path> out;
  GateOptions gate;
};

int merge(const specs::Catalogue& catalogue, const MergeArguments& o, const Context& context) {
  conformance::Gate gate(o.gate.terms(catalogue), catalogue);
  const conformance::JudgedRun run = conformance::merge_runs(
      o.folders, catalogue, {context.command_line, context.program(), o.out, o.gate.choice()},
      gate);
  say("{}", report_text(run));
  return exit_code(run);
}

}  // namespace

void add_merge(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("merge", "Put the runs of a campaign's shards together");
  auto o = std::make_shared<MergeArguments>();
  sub->add_option("DIR", o->folders, "The folders of the shards (assay run --shard I/N --out DIR)")
      ->required()
      ->type_name("");
  sub->add_option("--out", o->out, "Write the whole run to this folder, made anew")
      ->type_name("DIR");
  o->gate.add_to(*sub);
  sub->footer(
      "A shard that is missing, unfinished or stopped is named, and the exit code is 3.\n\n"
      "Examples:\n  assay merge shard-*/ --out whole");
  sub->callback([&context, o] {
    context.action = [&context, o] { return merge(specs::Catalogue(context.specs), *o, context); };
  });
}

}  // namespace assay::cmd
