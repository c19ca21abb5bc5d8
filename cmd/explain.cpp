// The subcommand `assay explain`.
#include <fmt/format.h>

#include "cmd/options/case_input.h"
#include "cmd/options/device_options.h"
#include "cmd/options/tell.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/base/words.h"
#include "conformance/findings/explain_case.h"
#include "conformance/report/inputs_text.h"
#include "conformance/report/run_report.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"
#include "specs/json.h"

namespace assay::cmd {
namespace {

using conformance::grouped;
using specs::Json;

struct ExplainArguments {
  std::string what;
  DeviceOptions device;
};

/// Prints a finding with its examples.
void print_finding(std::size_t number, const Json& finding) {
  say("Finding {} ({}): {}\n  {}\n", number, finding.at("key").get<std::string>(),
      finding.at("title").get<std::string>(), finding.at("sentence").get<std::string>());
  if (finding.contains("examples"))
    for (const Json& line : finding.at("examples")) say("  {}\n", line.get<std::string>());
  say("\n");
}

int explain_run(const std::filesystem::path& folder) {
  const conformance::RunReport report = conformance::read_run(folder, false);
  const Json& findings = report.run.at("findings");
  for (std::size_t i = 0; i < findings.size(); ++i) print_finding(i + 1, findings[i]);
  say("{}\n", report.run.at("summary").get<std::string>());
  return report.run.at("exit_code");
}

int explain_case(const specs::Catalogue& catalogue, const ExplainArguments& o,
                 const Context& context) {
  constexpr double kSeconds = 12;
  std::vector<NamedCase> cases = read_cases({o.what}, catalogue);
  if (cases.size() != 1) throw Error("explain takes one case");
  NamedCase& named = cases[0];
  require_valid(named);
  conformance::WorkerRunner runner(heeding(o.device.workers(catalogue, context.specs)));
  conformance::KernelLibrary library(o.device.kernels);
  const auto explained = conformance::explain_case(runner, library, catalogue, named.c, named.route,
                                                   kSeconds, [] { return !StopSignals::asked(); });
  const conformance::Judgement& j = explained.checked.judgement;
  say("{}  {}\n  {}\n", name_of(j.verdict), named.name, named.c.spec->summary);
  if (!explained.finding) {
    say("{}\n", j.text().empty() ? "There is nothing to explain." : j.text());
    return j.skip ? 3 : 0;
  }
  if (j.wrong)
    for (const auto& line : conformance::inputs_text(named.c, j.wrong->tensor, j.wrong->came))
      say("  {}\n", line);
  say("  {}: {}\n", explained.checked.route.variant, j.text());
  say("{} random cases of {} were judged beside it; {} fail.\n{} (finding {})\n",
      grouped(explained.judged), named.c.spec->name(), grouped(explained.failed),
      explained.finding->sentence(), explained.finding->key());
  return 1;
}

}  // namespace

void add_explain(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("explain", "Tell what failing cases have in common");
  auto o = std::make_shared<ExplainArguments>();
  sub->add_option(
         "RUN|CASE", o->what,
         "The folder of a run; or a case, beside which random cases of its operator are run")
      ->required()
      ->type_name("");
  o->device.add_to(*sub);
  sub->footer(
      "The exit code is that of the run, or 1 where the case fails.\n\nExamples:\n  assay explain "
      "results\n  assay explain my.case.json --kernels my-kernels");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      if (std::filesystem::is_directory(o->what)) return explain_run(o->what);
      return explain_case(specs::Catalogue(context.specs), *o, context);
    };
  });
}

}  // namespace assay::cmd
