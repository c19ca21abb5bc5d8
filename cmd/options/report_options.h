#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/base/output_file.h"
#include "conformance/report/run_report.h"

namespace assay::cmd {

/// The options `--html`, `--junit`, `--sarif` and `--markdown`, each with the file of a report.
struct ReportOptions {
  std::optional<std::filesystem::path> html, junit, sarif, markdown;

  void add_to(CLI::App& app);
  bool any() const { return html || junit || sarif || markdown; }
};

/// The files of the reports that the options name.
class ReportFiles {
 public:
  /// Opens the files, so that one that cannot be written is noticed before a run. Throws Error.
  explicit ReportFiles(const ReportOptions& options);
  void write(const conformance::RunReport& report, const specs::Catalogue& catalogue);

 private:
  using Writer = std::function<std::string(const conformance::RunReport&, const specs::Catalogue&)>;
  struct File {
    std::unique_ptr<conformance::OutputFile> file;
    Writer writer;
  };
  std::vector<File> files_;
};

}  // namespace assay::cmd
