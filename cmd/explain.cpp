// The subcommand `assay explain`.
#include <fmt/format.h>

#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/report/run_report.h"
#include "specs/json.h"

namespace assay::cmd {
namespace {

using specs::Json;

/// Prints a finding, and up to three of its cases.
void print_finding(std::size_t number, const Json& finding, const conformance::RunReport& report) {
  constexpr std::size_t kCases = 3;
  const Json& failing = finding.at("failing");
  say("Finding {} ({}): {}\n  {}\n", number, finding.at("key").get<std::string>(),
      finding.at("title").get<std::string>(), finding.at("sentence").get<std::string>());
  for (std::size_t i = 0; i < std::min(kCases, failing.size()); ++i) {
    const std::size_t at = failing[i];
    if (at < report.failures.size())
      say("  {}\n", conformance::smallest_case(report.failures[at]).get<std::string>());
  }
  say("\n");
}

int explain(const std::filesystem::path& folder) {
  const conformance::RunReport report = conformance::read_run(folder, false);
  const Json& findings = report.run.at("findings");
  for (std::size_t i = 0; i < findings.size(); ++i) print_finding(i + 1, findings[i], report);
  say("{}\n", report.run.at("summary").get<std::string>());
  return report.run.at("exit_code");
}

}  // namespace

void add_explain(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("explain", "Tell what the failing cases of a run have in common");
  auto folder = std::make_shared<std::filesystem::path>();
  sub->add_option("RUN", *folder, "The folder of a run")->required()->type_name("");
  sub->footer("The exit code is that of the run.\n\nExample:\n  assay explain results");
  sub->callback([&context, folder] { context.action = [folder] { return explain(*folder); }; });
}

}  // namespace assay::cmd
