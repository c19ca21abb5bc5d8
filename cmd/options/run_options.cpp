#include "cmd/options/run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cmd/options/help_formatter.h"
#include "cmd/options/seed_option.h"
#include "cmd/options/values.h"
#include "conformance/compare/mesa.h"
#include "ops/error.h"
#include "specs/loader.h"
#include "specs/unknown_name.h"

namespace assay::cmd {
namespace {

constexpr std::uint64_t kDefaultCases = 20000;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 24;

conformance::Shard shard_of(const std::optional<std::string>& option) {
  if (option) return conformance::parse_shard(*option);
  const conformance::Environment environment = [](const char* name) { return std::getenv(name); };
  const auto shard = conformance::shard_from_environment(environment);
  if (shard) conformance::acknowledge_sharding(environment);
  return shard.value_or(conformance::Shard{});
}

/// Throws Error where an operator that was named exists at none of the levels, or where no operator
/// exists at one of them: nothing would be tested of it.
void require_at_levels(const conformance::CampaignOptions& options, bool named) {
  if (options.levels.empty()) return;
  for (const specs::Spec* spec : options.operators)
    if (named &&
        std::ranges::none_of(options.levels, [&](specs::Level l) { return spec->support_at(l); }))
      throw Error(fmt::format("--operator: {} exists at none of the levels of --level (from {} on)",
                              spec->name(), spec->interesting_levels.front().name()));
  for (const specs::Level level : options.levels)
    if (std::ranges::none_of(options.operators,
                             [&](const specs::Spec* spec) { return spec->support_at(level); }))
      throw Error(fmt::format("--level: none of the operators exists at level {}", level.name()));
}

}  // namespace

conformance::CampaignOptions RunOptions::campaign(const specs::Catalogue& catalogue) const {
  conformance::CampaignOptions options;
  options.operators = operators.of(catalogue);
  options.named = !operators.names.empty();
  for (const std::string& name : levels) {
    const auto level = specs::Level::named(name);
    if (!level) throw Error("--level: " + specs::unknown_level(name));
    options.levels.push_back(*level);
  }
  require_at_levels(options, options.named);
  options.cases = cases;
  options.seconds = budget;
  if (!options.cases && !options.seconds && plans.empty()) options.cases = kDefaultCases;
  options.seed = seed;
  options.limits.max_elements = max_elements;
  options.plain_routes = plain || device.backend;
  options.shapes = shapes;
  try {
    options.without = conformance::LeftOut(without);
  } catch (const Error& e) {
    throw Error(std::string("--without-route: ") + e.what());
  }
  options.violations = device.backend.has_value();
  options.shard = shard_of(shard);
  return options;
}

std::shared_ptr<const conformance::CasePlan> RunOptions::plan(
    const conformance::CampaignOptions& campaign, const specs::Catalogue& catalogue,
    conformance::GoalLibrary& goals) const {
  auto plan = std::make_shared<conformance::CasePlan>(
      plans, campaign.seed, campaign.operators, catalogue, goals,
      skips ? conformance::read_patterns(*skips) : std::vector<std::string>());
  if (operators.names.empty()) return plan;
  for (const specs::Spec* spec : campaign.operators)
    if (!plan->tests(*spec))
      throw Error(fmt::format("--operator: the plan has no case of {}", spec->name()));
  return plan;
}

void RunOptions::add_to(CLI::App& app) {
  add_under(app, "What is tested", [&] { add_tested(app); });
  add_under(app, "How much is tested", [&] { add_amount(app); });
  add_under(app, "What is written", [&] { add_written(app); });
  add_under(app, "What decides the exit code", [&] { gate.add_to(app); });
  CLI::Option& resumed = *app.get_option("--resume");
  for (const char* other :
       {"--operator", "--level", "--cases", "--budget", "--seed", "--max-elements", "--plain",
        "--shard", "--out", "--device", "--kernels", "--backend", "--plan", "--skips", "--shapes",
        "--without-route"})
    resumed.excludes(app.get_option(other));
  for (const char* other : {"--level", "--cases", "--budget", "--max-elements", "--plain",
                            "--backend", "--shapes", "--without-route"})
    app.get_option("--plan")->excludes(app.get_option(other));
  for (const char* other : {"--shapes", "--without-route"})
    app.get_option(other)->excludes(app.get_option("--backend"));
}

void RunOptions::add_tested(CLI::App& app) {
  operators.add_to(app);
  app.add_option("--level", levels, "These feature levels only, as in 4_1 (default: all)")
      ->delimiter(',')
      ->type_name("LEVEL,...");
  app.add_option("--plan", plans,
                 "A fixed list of cases: smoke, ci, full, shapes, or a file of lines")
      ->delimiter(',')
      ->type_name("NAME,...");
  app.add_option("--skips", skips, "Cases of the plan not to run, as patterns (*-skips.txt)")
      ->needs(app.get_option("--plan"))
      ->type_name("FILE");
  device.add_to(app);
  device.add_backend_to(app);
}

void RunOptions::add_amount(CLI::App& app) {
  app.add_option(
         "--cases", cases,
         fmt::format("End after this many (default: {}, or none with --budget)", kDefaultCases))
      ->transform(count(1, std::uint64_t{1} << 62))
      ->type_name("N");
  app.add_option("--budget", budget, "End after this time: 90s, 10m, 2h (default: none)")
      ->transform(duration())
      ->type_name("TIME");
  add_seed(app, seed, "The same seed gives the same cases anywhere (default: 1)");
  app.add_option("--max-elements", max_elements,
                 fmt::format("Elements of all tensors of a case (default: {}, at most {})",
                             max_elements, kMostElements))
      ->transform(count(16, kMostElements))
      ->type_name("N");
  app.add_flag("--plain", plain, "Only the simplest way to the device, as for simulators");
  app.add_option("--without-route", without,
                 "Values of routes not to draw, as in memory=far,queue=several")
      ->delimiter(',')
      ->type_name("FIELD=VALUE,...");
  app.add_option("--shapes", shapes,
                 "The share of batches whose kernels are rewritten, 0 .. 1 (default: 0)")
      ->check(number(0, 1))
      ->type_name("SHARE");
  app.add_option("--shard", shard, "One of N parts, which assay merge puts together")
      ->type_name("I/N");
  app.add_option("--jobs", jobs, "Worker processes (default: one a core, at most 8)")
      ->transform(count(1, 256))
      ->type_name("N");
  memory.add_to(app);
  // This option is hidden; it serves to measure what isolation costs.
  app.add_flag("--in-process", in_process)->group("");
}

void RunOptions::add_written(CLI::App& app) {
  app.add_option("--out", out, "Keep the run in this folder, which is made anew")->type_name("DIR");
  app.add_option("--resume", resume, "Go on with the run that was stopped in this folder")
      ->type_name("DIR");
  reports.add_to(app);
}

}  // namespace assay::cmd
