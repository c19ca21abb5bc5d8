// Writes reports to the files that the options name.
#include "cmd/options/report_options.h"

#include <fmt/format.h>

#include <set>

#include "ops/error.h"

namespace assay::cmd {

using conformance::RunReport;
using specs::Catalogue;

void ReportOptions::add_to(CLI::App& app) {
  app.add_option("--html", html, "Write a page for a browser: one file, no network")
      ->type_name("FILE");
  app.add_option("--junit", junit, "Write JUnit XML, as Jenkins and GitLab read it")
      ->type_name("FILE");
  app.add_option("--sarif", sarif, "Write SARIF 2.1.0, as code scanning reads it")
      ->type_name("FILE");
  app.add_option("--markdown", markdown, "Write Markdown for the comment on a merge request")
      ->type_name("FILE");
}

ReportFiles::ReportFiles(const ReportOptions& options) {
  std::set<std::filesystem::path> seen;
  const auto open = [&](const char* name, const std::optional<std::filesystem::path>& path,
                        Writer writer) {
    if (!path) return;
    std::error_code none;
    // The pipe of a shell, as in `>(command)`, has no canonical path.
    const auto own = std::filesystem::weakly_canonical(*path, none);
    if (!seen.insert(none ? *path : own).second)
      throw Error(fmt::format("{} {}: another report goes there", name, path->string()));
    if (std::filesystem::is_directory(*path))
      throw Error(fmt::format("{} {}: is a folder", name, path->string()));
    files_.push_back({std::make_unique<conformance::OutputFile>(*path), std::move(writer)});
  };
  open("--html", options.html, conformance::report_html);
  open("--junit", options.junit,
       [](const RunReport& r, const Catalogue&) { return report_junit(r); });
  open("--sarif", options.sarif, conformance::report_sarif);
  open("--markdown", options.markdown, conformance::report_markdown);
}

void ReportFiles::write(const RunReport& report, const Catalogue& catalogue) {
  for (File& f : files_) {
    f.file->write(f.writer(report, catalogue));
    f.file->close();
  }
}

}  // namespace assay::cmd
