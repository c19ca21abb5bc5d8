#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ops/stopwatch.h"

namespace assay::cmd {

/// The data that all subcommands share.
struct Context {
  /// The folder of `--specs DIR`, whose specs are used instead of those built in.
  std::optional<std::filesystem::path> specs;
  /// The command line of this process, as shell words. It begins with `assay`.
  std::string command_line;
  /// The path by which this program was called.
  std::string called;
  /// The words of the command line behind it, and the descriptor of `--answer` (in_own_process()).
  std::vector<std::string> words;
  std::optional<int> answer;
  /// The time since this process began.
  ops::Stopwatch running;
  /// Does the work of the chosen subcommand, and gives the exit code. Parsing the command line sets
  /// it.
  std::function<int()> action;

  /// The program as it was called, with its own options, as the commands that it prints begin.
  std::string program() const;
};

void add_devices(CLI::App& app, Context& context);
void add_list(CLI::App& app, Context& context);
void add_describe(CLI::App& app, Context& context);
void add_run(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_explain(CLI::App& app, Context& context);
void add_merge(CLI::App& app, Context& context);
void add_diff(CLI::App& app, Context& context);
void add_compare(CLI::App& app, Context& context);
void add_history(CLI::App& app, Context& context);
void add_waive(CLI::App& app, Context& context);
void add_mesa(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_oracle(CLI::App& app, Context& context);
void add_new(CLI::App& app, Context& context);
void add_spec(CLI::App& app, Context& context);
void add_validate(CLI::App& app, Context& context);
void add_shrink(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_selftest(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);
void add_ulps(CLI::App& app, Context& context);
void add_fuzz(CLI::App& app, Context& context);
void add_help(CLI::App& app, Context& context);
/// What is told of a name that is no subcommand.
std::string unknown_subcommand(const std::string& name, const CLI::App& program);
/// Adds `worker` and `driver`, which are hidden from help. Other subcommands start them as
/// processes that call OpenCL.
void add_worker(CLI::App& app, Context& context);

}  // namespace assay::cmd
