// The assay program. The subcommands do the work. Where one cannot go on, it throws an exception,
// which is turned into one line on stderr and exit code 2.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>
#include <system_error>

#include "cmd/manual.h"
#include "cmd/options/driver_choice.h"
#include "cmd/options/help_formatter.h"
#include "cmd/options/tell.h"
#include "cmd/own_process.h"
#include "cmd/process.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/base/words.h"
#include "ops/error.h"
#include "ops/nearest_name.h"
#include "ops/orphans.h"
#include "ops/utf8.h"
#include "ops/version.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

constexpr int kCannotWork = 2;
constexpr const char* kNoOutput = "standard output: cannot be written";

constexpr const char* kFooter = R"(Exit codes:
  0  everything as expected
  1  divergences (for validate: an invalid case)
  2  the harness could not do its work: usage, spec, no device, input or output
  3  nothing failed, but less was tested than asked for

Examples:
  assay devices
  assay run --cases 100000 --seed 7 --out results
  assay check 'gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:IndexDimensions=1')";

int complain(const std::string& what) {
  tell_complaint(what);
  return kCannotWork;
}

/// The subcommands by what they are for, as help lists them.
const std::pair<const char*, std::vector<const char*>> kHeadings[] = {
    {"Test a driver", {"devices", "run", "check", "fuzz", "selftest"}},
    {"Look into a failure", {"explain", "shrink", "export", "oracle", "validate"}},
    {"Use runs that were kept", {"report", "merge", "diff", "compare", "history", "waive", "mesa"}},
    {"Know the operators", {"list", "describe", "spec", "new"}},
    {"Measure", {"bench", "ulps"}},
    {"More", {"help"}}};

/// The innermost subcommand that the command line names.
const CLI::App& innermost(const CLI::App& app) {
  const auto subs = app.get_subcommands();
  return subs.empty() ? app : innermost(*subs.front());
}

/// Says which option has got another option as its value. Empty where none has. A file may still be
/// named so, as `./--name`.
std::string swallowed_option(const CLI::App& sub) {
  for (const CLI::Option* option : sub.get_options())
    if (!option->get_positional() && option->get_type_size() > 0)
      for (const std::string& value : option->results())
        if (value.starts_with("--"))
          return fmt::format("{} needs a value ({}), but what follows is {}", option->get_name(),
                             option->get_type_name(), value);
  return "";
}

/// What the first word that is left over is told: the nearest subcommand where there are some, and
/// an operator's option.
std::string refused_word(const std::string& word, const CLI::App& sub, const Context& context) {
  std::vector<std::string> names;
  for (const CLI::App* each : sub.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  std::string hint = ops::known_words(word, names);
  if (sub.get_option_no_throw("--operator") && specs::Catalogue(context.specs).find(word))
    hint = fmt::format("; did you mean --operator {}?", word);
  return fmt::format("{} does not take \"{}\"{}", command_of(sub), word, hint);
}

/// Says what is wrong with the command line: of words that look like options, the first that is
/// none.
std::string words_of(const CLI::ParseError& error, const CLI::App& app, const Context& context) {
  const CLI::App& sub = innermost(app);
  std::vector<std::string> names;
  for (const CLI::Option* option : sub.get_options())
    if (!option->get_group().empty())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string> left = sub.remaining();
  const auto option = std::find_if(left.begin(), left.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] == '-';
  });
  if (const std::string swallowed = swallowed_option(sub); !swallowed.empty()) return swallowed;
  if (option != left.end()) {
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("{} has no option {}{}", command_of(sub), name,
                       ops::nearest_words(name, names));
  }
  if (!left.empty()) return refused_word(left.front(), sub, context);
  // CLI11 writes `--a excludes --b`, `--a requires --b` and `--a: 1 required TYPE missing`.
  const std::string what = error.what();
  const std::string first = what.substr(0, what.find_first_of(": "));
  const std::string last = what.substr(what.find_last_of(' ') + 1);
  if (dynamic_cast<const CLI::ExcludesError*>(&error))
    return fmt::format("give {} or {}, not both", first, last);
  if (dynamic_cast<const CLI::RequiresError*>(&error))
    return fmt::format("{} needs {}, too", first, last);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error))
    if (const CLI::Option* named = sub.get_option_no_throw(first))
      return fmt::format("{} needs a value ({})", first, named->get_type_name());
  return what;
}

/// What to say of a list of which a part is empty, as in `--operator gather,$UNSET`: the parser
/// drops such parts. Empty where there is none.
std::string torn_list(const CLI::App& app, std::span<char* const> words) {
  for (const CLI::App* at : {&app, &innermost(app)})
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string_view word = words[i];
      const std::size_t equals = word.find('=');
      const std::string name(word.substr(0, equals));
      const CLI::Option* option = at->get_option_no_throw(name);
      if (!option || option->get_delimiter() != ',') continue;
      const bool is_apart = equals == word.npos && i + 1 < words.size();
      const std::string_view list = is_apart ? words[i + 1] : word.substr(word.find('=') + 1);
      if (list.starts_with(',') || list.ends_with(',') || list.find(",,") != list.npos)
        return fmt::format("{} {}: a part of the list is empty", name, list);
    }
  return {};
}

int run(int argc, char** argv, std::optional<int>& answer_to) {
  Context context;
  context.called = argc > 0 ? argv[0] : "assay";
  context.words.assign(argv + std::min(argc, 1), argv + argc);
  for (int i = 0; i < argc; ++i)
    context.command_line += (i ? " " : "") + conformance::shell_word(i ? argv[i] : "assay");
  CLI::App app{"Tests an OpenCL driver by DirectML's tensor operators.", "assay"};
  app.footer(kFooter);
  app.set_version_flag("--version", ops::version());
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.add_option("--specs", context.specs,
                 "Use the specs (*.json) of this folder, not those built in")
      ->type_name("DIR");
  app.add_option("--answer", context.answer)->group("");
  add_devices(app, context);
  add_list(app, context);
  add_describe(app, context);
  add_run(app, context);
  add_report(app, context);
  add_explain(app, context);
  add_merge(app, context);
  add_diff(app, context);
  add_compare(app, context);
  add_history(app, context);
  add_waive(app, context);
  add_mesa(app, context);
  add_check(app, context);
  add_oracle(app, context);
  add_new(app, context);
  add_spec(app, context);
  add_validate(app, context);
  add_shrink(app, context);
  add_export(app, context);
  add_selftest(app, context);
  add_bench(app, context);
  add_ulps(app, context);
  add_fuzz(app, context);
  add_help(app, context);
  add_worker(app, context);
  for (const auto& [heading, names] : kHeadings)
    for (const char* name : names) app.get_subcommand(name)->group(heading);
  const auto known = app.get_subcommands([](const CLI::App*) { return true; });
  const auto is_first_word = [&](const CLI::App* sub) { return sub->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(known.begin(), known.end(), is_first_word))
    return complain(unknown_subcommand(argv[1], app));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != 0)
      return complain(
          fmt::format("{} (see {} --help)", words_of(e, app, context), command_of(innermost(app))));
    app.exit(e);
    if (!std::cout.flush()) throw Error(kNoOutput);
    return 0;
  }
  if (const std::string swallowed = swallowed_option(innermost(app)); !swallowed.empty())
    return complain(fmt::format("{} (see {} --help)", swallowed, command_of(innermost(app))));
  if (const std::string torn = torn_list(app, {argv + 1, argv + argc}); !torn.empty())
    return complain(torn);
  // What other assay processes start has no name in help. Those processes tell how it ended.
  if (!innermost(app).get_group().empty()) StopSignals::catch_all();
  answer_to = context.answer;
  const int code = with_chosen_driver(context.action());
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw Error(kNoOutput);
  return code;
}

/// Does what the arguments say. Gives the exit code, and in `answer_to` the descriptor of --answer.
int run_and_complain(int argc, char** argv, std::optional<int>& answer_to) {
  try {
    return run(argc, argv, answer_to);
  } catch (const std::system_error& e) {
    return complain(std::ferror(stdout) ? kNoOutput : e.what());
  } catch (const std::bad_alloc&) {
    return complain("not enough memory");
  } catch (const std::exception& e) {
    return complain(e.what());
  }
}

}  // namespace

std::string Context::program() const {
  const std::string program = conformance::shell_word(called);
  return specs ? program + " --specs " + conformance::shell_word(specs->string()) : program;
}

}  // namespace assay::cmd

int main(int argc, char** argv) {
  if (!assay::cmd::prepare_process()) return assay::cmd::kCannotWork;
  std::optional<int> answer_to;
  const int code = assay::cmd::run_and_complain(argc, argv, answer_to);
  if (answer_to) assay::cmd::answer(*answer_to, code);
  assay::ops::end_orphans();
  return code;
}
