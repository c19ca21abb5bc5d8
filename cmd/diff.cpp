// The subcommand `assay diff`.
#include <fmt/format.h>

#include "cmd/options/gate_options.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/compare/difference.h"
#include "conformance/compare/ulps_difference.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

struct DiffArguments {
  std::filesystem::path before, after;
  WaiverOptions known;
  bool json = false, all = false;
};

/// How many entries of a list are printed.
constexpr std::size_t kMost = 20;

/// Compares two results of `assay ulps`.
int diff_ulps(const DiffArguments& o) {
  for (const std::filesystem::path& folder : {o.before, o.after})
    if (!conformance::holds_ulps(folder))
      throw Error(fmt::format("{}: holds no result of assay ulps, as the other folder does",
                              folder.string()));
  if (o.known.waivers || o.known.fails || o.known.flakes)
    throw Error("waivers cover cases of runs, and results of assay ulps have none");
  const conformance::UlpsDifference d =
      conformance::compare_ulps(conformance::read_ulps(o.before), conformance::read_ulps(o.after));
  if (o.json)
    fmt::print("{}\n", specs::json_text(ulps_difference_to_json(d), 2));
  else
    say("{}", ulps_difference_text(d, o.all ? SIZE_MAX : kMost));
  return d.exit_code();
}

int diff(const specs::Catalogue& catalogue, const DiffArguments& o) {
  conformance::Gate gate(o.known.terms(catalogue), catalogue);
  const conformance::Difference d = conformance::compare_runs(o.before, o.after, gate);
  if (o.json)
    fmt::print("{}\n", specs::json_text(difference_to_json(d), 2));
  else
    say("{}", difference_text(d, o.all ? SIZE_MAX : kMost));
  return d.exit_code();
}

}  // namespace

void add_diff(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand(
      "diff", "Compare two runs, or two results of `assay ulps`: what broke, what was fixed");
  auto o = std::make_shared<DiffArguments>();
  sub->add_option(
         "OLD", o->before,
         "The folder of a run, or a results.csv (deqp-runner's, too); or that of assay ulps --out")
      ->required()
      ->type_name("");
  sub->add_option("NEW", o->after, "The same of the run to be judged")->required()->type_name("");
  o->known.add_to(*sub);
  sub->add_flag("--all", o->all, "List every case, not the first 20 of each kind");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->footer(
      "Exit code 1 where a case that passed fails, or one that OLD does not have; not where a "
      "waiver covers it.\n3 where none does but some are no longer tested, or no case was judged "
      "in both runs.\nOf results of assay ulps: 1 where an error passed its limit, grew beyond it, "
      "or is beyond it and was not measured before; 3 where none did but some are no longer "
      "measured."
      "\n\nExamples:\n  assay diff last-good tonight --waivers waivers.json\n  assay "
      "diff "
      "23.1/results.csv results");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      if (conformance::holds_ulps(o->before) || conformance::holds_ulps(o->after))
        return diff_ulps(*o);
      return diff(specs::Catalogue(context.specs), *o);
    };
  });
}

}  // namespace assay::cmd
