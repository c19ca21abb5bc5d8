// The subcommand `assay help`.
#include <fmt/format.h>

#include "cmd/manual.h"
#include "cmd/options/values.h"
#include "cmd/subcommands.h"
#include "ops/error.h"
#include "ops/nearest_name.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

/// The subcommand of this name. Throws Error.
const CLI::App& named(const CLI::App& program, const std::string& name) {
  for (const CLI::App* sub : program.get_subcommands([](const CLI::App*) { return true; }))
    if (sub->get_name() == name) return *sub;
  throw Error(unknown_subcommand(name, program));
}

}  // namespace

std::string unknown_subcommand(const std::string& name, const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* sub : program.get_subcommands([](const CLI::App*) { return true; }))
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  return fmt::format("no subcommand \"{}\"{} (see assay --help)", name,
                     ops::nearest_words(name, names));
}

void add_help(CLI::App& app, Context& context) {
  struct Options {
    std::string command, shell;
    std::optional<std::filesystem::path> manual;
  };
  auto* sub = app.add_subcommand("help", "Print the help of a subcommand");
  auto o = std::make_shared<Options>();
  sub->add_option("COMMAND", o->command, "The subcommand (default: all of them)")->type_name("");
  auto* shell = sub->add_option("--completions", o->shell, "Print completions: bash, zsh or fish")
                    ->check(one_of(kShells))
                    ->type_name("SHELL");
  sub->add_option("--manual", o->manual, "Write man pages and all completions to this folder")
      ->type_name("DIR")
      ->excludes(shell);
  sub->footer(
      "Examples:\n  assay help run\n  source <(assay help --completions bash)\n"
      "  assay help --manual pages && man -l pages/man1/assay-run.1");
  sub->callback([&app, &context, o] {
    context.action = [&app, &context, o] {
      std::vector<std::string> operators;
      const specs::Catalogue catalogue(context.specs);
      for (const auto& spec : catalogue.all()) operators.push_back(spec->name());
      if (o->manual)
        write_manual(app, operators, *o->manual);
      else if (!o->shell.empty())
        fmt::print("{}", completions(app, o->shell, operators));
      else
        fmt::print("{}", o->command.empty() ? app.help() : named(app, o->command).help("assay"));
      return 0;
    };
  });
}

}  // namespace assay::cmd
