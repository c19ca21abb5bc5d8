// The subcommand `assay export`.
#include <fmt/format.h>

#include <algorithm>

#include "cmd/options/case_input.h"
#include "cmd/options/device_options.h"
#include "cmd/options/tell.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/find/check.h"
#include "conformance/find/investigate.h"
#include "conformance/reproduce/reproducer.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

struct ExportArguments {
  DeviceOptions device;
  std::vector<std::string> cases;
  std::filesystem::path out;
  bool batch = false;
};

/// Runs a batch and gives the judgement of the first case that diverges; a default one where none
/// does.
conformance::Judgement judged(conformance::Runner& runner, const std::vector<specs::Case>& batch,
                              const conformance::Route& route) {
  const auto judgements = runner.run(batch, route);
  const auto diverges = [](const conformance::Judgement& j) { return is_divergence(j.verdict); };
  const auto is_skipped = [](const conformance::Judgement& j) {
    return j.verdict == conformance::Verdict::Skip;
  };
  auto found = std::ranges::find_if(judgements, diverges);
  if (found == judgements.end()) found = std::ranges::find_if(judgements, is_skipped);
  return found == judgements.end() ? judgements[0] : *found;
}

int export_cases(const specs::Catalogue& catalogue, const ExportArguments& o,
                 const Context& context) {
  std::vector<NamedCase> cases = read_cases(o.cases, catalogue);
  if (cases.size() > 1 && !o.batch)
    throw Error("export takes one case, or with --batch the cases of one batch");
  for (NamedCase& c : cases) require_valid(c);
  if (o.batch) require_batch(cases);
  conformance::WorkerRunner runner(heeding(o.device.workers(catalogue, context.specs)));
  conformance::KernelLibrary library(o.device.kernels);
  std::vector<specs::Case> batch;
  for (const NamedCase& c : cases) batch.push_back(c.c);
  conformance::Checked checked;
  if (o.batch) {
    checked.route = cases[0].route;
    checked.judgement = judged(runner, batch, checked.route);
  } else {
    checked = conformance::check(runner, batch[0], cases[0].route);
  }
  if (checked.judgement.verdict == conformance::Verdict::Skip)
    throw Error(fmt::format("{}: {}: {}", cases[0].name,
                            is_cut_off(checked.judgement) ? "not run" : "not for this device",
                            checked.judgement.text()));
  // Of a large case the rest takes long, and nothing of it can be told before its end.
  StopSignals::heed_no_more();
  write_reproducer(make_reproducer(batch, checked.route, checked.judgement, runner.device(),
                                   library, {o.device.words(runner.device()), context.program()}),
                   o.out);
  say("{}  {}\n", name_of(checked.judgement.verdict), cases[0].name);
  if (!checked.judgement.text().empty()) say("  {}\n", checked.judgement.text());
  say("  {}\n  {}\n", (o.out / "reproduce.c").string(), (o.out / "README.md").string());
  return is_divergence(checked.judgement.verdict) ? 1 : 0;
}

}  // namespace

void add_export(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand(
      "export", "Write a case as one C file that needs a compiler and an OpenCL loader only");
  auto o = std::make_shared<ExportArguments>();
  sub->add_option("CASE", o->cases, kCaseHelp)->required()->type_name("");
  sub->add_option("--out", o->out, "Write reproduce.c and README.md to this folder")
      ->required()
      ->type_name("DIR");
  sub->add_flag("--batch", o->batch,
                "Export all cases as one batch, for failures that need theirs");
  o->device.add_to(*sub);
  sub->footer(
      "The case is run first: the page for the bug tracker says what came of it. A case whose "
      "route\n"
      "names no variant is exported by the first variant that fails, else by the last.\n"
      "The exit code is 1 where the case diverges.\n\n"
      "Example:\n  assay export my.case.json --out report && cc report/reproduce.c -lOpenCL");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return export_cases(specs::Catalogue(context.specs), *o, context);
    };
  });
}

}  // namespace assay::cmd
