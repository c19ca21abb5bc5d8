#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::cmd {

/// What all subcommands share.
struct Context {
  /// `--specs DIR`: these specs instead of those built in.
  std::optional<std::filesystem::path> specs;
  /// The command line, as shell words.
  std::string command_line;
  /// Set by the chosen subcommand's parsing; gives the exit code.
  std::function<int()> action;
};

void add_devices(CLI::App& app, Context& context);
void add_list(CLI::App& app, Context& context);
void add_describe(CLI::App& app, Context& context);
void add_run(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_merge(CLI::App& app, Context& context);
void add_diff(CLI::App& app, Context& context);
void add_waive(CLI::App& app, Context& context);
void add_mesa(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_oracle(CLI::App& app, Context& context);
void add_validate(CLI::App& app, Context& context);
void add_shrink(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_selftest(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);
void add_fuzz(CLI::App& app, Context& context);
/// Hidden: what the other subcommands start to call OpenCL, `worker` and `driver`.
void add_worker(CLI::App& app, Context& context);

}  // namespace assay::cmd
