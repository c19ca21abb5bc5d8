// The subcommand `assay report`.
#include "cmd/options/report_options.h"
#include "cmd/subcommands.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

struct ReportArguments {
  std::filesystem::path folder;
  ReportOptions reports;
};

int report(const specs::Catalogue& catalogue, const ReportArguments& o) {
  if (!o.reports.any())
    throw Error("report: say which (--html, --junit, --sarif or --markdown FILE)");
  const auto run = conformance::read_run(o.folder, o.reports.junit.has_value());
  ReportFiles(o.reports).write(run, catalogue);
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("report", "Write reports of a run that was kept by --out");
  auto o = std::make_shared<ReportArguments>();
  sub->add_option("DIR", o->folder, "The folder that assay run --out wrote")
      ->required()
      ->type_name("");
  o->reports.add_to(*sub);
  sub->footer(
      "Example:\n  assay run --out results; assay report results --html report.html --junit "
      "junit.xml");
  sub->callback([&context, o] {
    context.action = [&context, o] { return report(specs::Catalogue(context.specs), *o); };
  });
}

}  // namespace assay::cmd
