// The subcommand `assay selftest`.
#include "conformance/measure/selftest.h"

#include <fmt/format.h>

#include "cmd/options/driver_choice.h"
#include "cmd/options/seed_option.h"
#include "cmd/options/tell.h"
#include "cmd/options/values.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "ops/installed.h"

namespace assay::cmd {
namespace {

using conformance::FaultTrial;
using conformance::SelftestOptions;
using conformance::SelftestResult;

std::filesystem::path own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

void print_trial(const FaultTrial& t) {
  const bool sound = t.fault.empty();
  const std::string_view verdict = sound              ? (t.found ? "FOUND" : "none")
                                   : !t.lacks.empty() ? "lacks"
                                   : t.found          ? "found"
                                                      : "MISSED";
  say("{:<20} {:<7} {:>9} {:>7.1f} {:>8}  {}\n", sound ? "(no fault)" : t.fault, verdict, t.cases,
      t.seconds, t.elements ? std::to_string(*t.elements) : "",
      t.lacks.empty() ? t.what.substr(0, t.what.find('\n')) : "needs " + t.lacks);
  std::fflush(stdout);
}

int selftest(const SelftestOptions& options, bool json) {
  conformance::require_faults(options.faults);
  choose_driver(options.device);
  StopSignals::heed();
  if (!json)
    say("{:<20} {:<7} {:>9} {:>7} {:>8}  {}\n", "Fault", "", "Cases", "Seconds", "Elements",
        "First sign");
  const SelftestResult result =
      conformance::run_selftest(options, json ? [](const FaultTrial&) {} : print_trial);
  if (json) {
    specs::Json object = {{"found", result.found()},
                          {"faults", result.possible()},
                          {"median_elements", result.median_elements()},
                          {"kill_rate", result.kill_rate()},
                          {"stopped", result.stopped},
                          {"trials", specs::Json::array()}};
    for (const FaultTrial& t : result.trials) object["trials"].push_back(trial_to_json(t));
    if (result.sound) object["sound"] = trial_to_json(*result.sound);
    fmt::print("{}\n", specs::json_text(object, 2));
  } else {
    say("{} of {} faults found: kill rate {:.0f}%\n", result.found(), result.possible(),
        100 * result.kill_rate());
    if (const std::uint64_t elements = result.median_elements())
      say("{} elements in the median shrunk case\n", elements);
    if (result.stopped) say("Stopped before all campaigns had ended.\n");
  }
  return result.exit_code();
}

}  // namespace

void add_selftest(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("selftest", "Prove the harness against a faulty driver");
  struct Options : SelftestOptions {
    bool json = false, list = false;
  };
  auto o = std::make_shared<Options>();
  o->program = own_program();
  o->go_on = [] { return !StopSignals::asked(); };
  o->layer = ops::installed_folder("lib").value_or(o->program.parent_path()) / "libassay_faults.so";
  sub->add_option("--fault", o->faults, "These faults only (default: all)")
      ->delimiter(',')
      ->type_name("FAULT,...");
  sub->add_option("--budget", o->budget,
                  fmt::format("Seconds to find a fault in (default: {:.0f})", o->budget))
      ->check(number(1, 86400))
      ->type_name("SECONDS");
  sub->add_option("--sound-cases", o->sound_cases,
                  fmt::format("Cases without a fault, of which none may diverge (0: skip; default: "
                              "{})",
                              o->sound_cases))
      ->transform(count(0, std::uint64_t{1} << 62))
      ->type_name("N");
  add_seed(*sub, o->seed, "The campaigns' seed (default: 1)");
  sub->add_option("--device", o->device, "The device: a glob, as for run (default: the first)")
      ->type_name("NAME");
  sub->add_option("--layer", o->layer,
                  "The library of the fault layer (default: the one beside the program)")
      ->type_name("LIB.so");
  sub->add_flag("--list", o->list, "Print the faults and stop");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->footer(
      "Runs a campaign under each fault of the layer, in processes of its own, until the first "
      "divergence.\nExit code 0: every fault was found, and nothing without a fault.\n\n"
      "Examples:\n  assay selftest\n  assay selftest --fault sub-origin,copy-tail --budget 20");
  sub->callback([&context, o] {
    context.action = [o] {
      if (!o->list) return selftest(*o, o->json);
      for (const auto& fault : conformance::layer_faults())
        say("{:<20} {}\n", fault.name, fault.sentence);
      return 0;
    };
  });
}

}  // namespace assay::cmd
