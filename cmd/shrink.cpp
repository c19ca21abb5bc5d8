// The subcommand `assay shrink`.
#include <fmt/format.h>

#include "cmd/options/case_input.h"
#include "cmd/options/device_options.h"
#include "cmd/options/tell.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/find/check.h"
#include "conformance/find/investigate.h"
#include "conformance/keep/run_json.h"
#include "conformance/report/report_text.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

struct ShrinkArguments {
  DeviceOptions device;
  std::string c;
  bool json = false;
};

int shrink(const specs::Catalogue& catalogue, const ShrinkArguments& o, const Context& context) {
  std::vector<NamedCase> cases = read_cases({o.c}, catalogue);
  if (cases.size() != 1) throw Error("shrink takes one case");
  require_valid(cases[0]);
  conformance::WorkerRunner runner(heeding(o.device.workers(catalogue, context.specs)));
  const conformance::Checked checked = conformance::check(runner, cases[0].c, cases[0].route);
  if (!is_divergence(checked.judgement.verdict)) {
    const bool skipped = checked.judgement.verdict == conformance::Verdict::Skip;
    say("{}: nothing to shrink{}{}\n", name_of(checked.judgement.verdict), skipped ? ": " : "",
        skipped ? checked.judgement.text() : "");
    return skipped ? 3 : 0;
  }
  conformance::Record record;
  record.found = cases[0].c;
  record.route = checked.route;
  record.judgement = checked.judgement;
  if (record.judgement.verdict != conformance::Verdict::Flaky)
    record = shrink_record(runner, std::move(record), [] { return !StopSignals::asked(); });
  const conformance::CommandWords words{o.device.words(runner.device()), context.program()};
  if (o.json)
    fmt::print("{}\n", specs::json_text(record_to_json(record, runner.device().name, words)));
  else if (record.found.data && !record.shrunk)
    say("{}\n  {}\nfails with its own data alone; made data do not show it\n", cases[0].name,
        record.judgement.text());
  else
    say("{}", record_text(record, words));
  return 1;
}

}  // namespace

void add_shrink(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("shrink", "Find the smallest case that fails like a given one");
  auto o = std::make_shared<ShrinkArguments>();
  sub->add_option("CASE", o->c, kCaseHelp)->required()->type_name("");
  sub->add_flag("--json", o->json, "One JSON object");
  o->device.add_to(*sub);
  o->device.add_backend_to(*sub);
  sub->footer("Example:\n  assay shrink my.case.json --device '*pthread*'");
  sub->callback([&context, o] {
    context.action = [&context, o] { return shrink(specs::Catalogue(context.specs), *o, context); };
  });
}

}  // namespace assay::cmd
