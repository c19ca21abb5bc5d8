#include "cmd/options/run_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "cmd/options/seed_option.h"
#include "ops/error.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

constexpr std::uint64_t kDefaultCases = 20000;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 24;

/// Reads a time such as `90`, `90s`, `10m` or `2h`. Throws Error.
double seconds_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const double scale = unit == "" || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error != std::errc() || !(value > 0) || value > 1e9 || scale == 0)
    throw Error(fmt::format("--budget {}: give seconds, or a number with s, m or h", text));
  return value * scale;
}

conformance::Shard shard_of(const std::optional<std::string>& option) {
  if (option) return conformance::parse_shard(*option);
  const conformance::Environment environment = [](const char* name) { return std::getenv(name); };
  const auto shard = conformance::shard_from_environment(environment);
  if (shard) conformance::acknowledge_sharding(environment);
  return shard.value_or(conformance::Shard{});
}

}  // namespace

conformance::CampaignOptions RunOptions::campaign(const specs::Catalogue& catalogue) const {
  conformance::CampaignOptions options;
  options.operators = operators.of(catalogue);
  for (const std::string& name : levels) {
    const auto level = specs::Level::named(name);
    if (!level) throw Error(fmt::format("--level {}: no such feature level", name));
    options.levels.push_back(*level);
  }
  options.cases = cases;
  if (budget) options.seconds = seconds_of(*budget);
  if (!options.cases && !options.seconds && plans.empty()) options.cases = kDefaultCases;
  options.seed = seed;
  options.limits.max_elements = max_elements;
  options.plain_routes = plain || device.backend;
  options.violations = device.backend.has_value();
  options.shard = shard_of(shard);
  return options;
}

void RunOptions::add_to(CLI::App& app) {
  operators.add_to(app);
  app.add_option("--level", levels, "Draw at these feature levels only, as in 4_1")
      ->delimiter(',')
      ->type_name("LEVEL,...");
  app.add_option("--cases", cases,
                 fmt::format("End after this many cases (default: {}, or none with --budget)",
                             kDefaultCases))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62).description(""))
      ->type_name("N");
  app.add_option(
         "--budget", budget,
         "End after this time: 90s, 10m, 2h (a short one lowers the time limits to half of it, "
         "at least 30 s)")
      ->type_name("TIME");
  auto* plan =
      app.add_option("--plan", plans,
                     "A fixed list of cases instead of random ones: smoke (every rule's edges), ci "
                     "(all pairs of knobs), full, or a file of case lines")
          ->delimiter(',')
          ->type_name("NAME,...");
  auto* skips_option =
      app.add_option("--skips", skips,
                     "Cases of the plan not to run: regular expressions, a line each, as "
                     "deqp-runner keeps them (*-skips.txt)")
          ->needs(plan)
          ->type_name("FILE");
  add_seed(app, seed, "The same seed gives the same cases on any machine (default: 1)");
  app.add_option("--max-elements", max_elements,
                 fmt::format("Elements over all tensors of a case, up to {} (default: {})",
                             kMostElements, max_elements))
      ->check(CLI::Range(std::uint64_t{16}, kMostElements).description(""))
      ->type_name("N");
  app.add_flag("--plain", plain,
               "Only the simplest way to the device: for simulators, for a first look");
  // This option is hidden; it serves to measure what isolation costs.
  app.add_flag("--in-process", in_process)->group("");
  app.add_option("--out", out,
                 "Write run.json, failures.jsonl and results.csv to this folder, made anew")
      ->type_name("DIR");
  app.add_option("--shard", shard,
                 "Run one of N parts of the campaign, to be put together by assay merge; without "
                 "it the variables of CI engines and of Slurm's arrays say so")
      ->type_name("I/N");
  auto* resume_option =
      app.add_option("--resume", resume,
                     "Go on with the run in this folder where it stopped, with its own options")
          ->type_name("DIR");
  app.add_option("--jobs", jobs, "Worker processes (default: one a core, at most 8)")
      ->check(CLI::Range(1u, 256u).description(""))
      ->type_name("N");
  memory.add_to(app);
  gate.add_to(app);
  device.add_to(app);
  device.add_backend_to(app);
  reports.add_to(app);
  for (const char* other :
       {"--operator", "--level", "--cases", "--budget", "--seed", "--max-elements", "--plain",
        "--shard", "--out", "--device", "--kernels", "--backend"})
    resume_option->excludes(app.get_option(other));
  resume_option->excludes(plan);
  resume_option->excludes(skips_option);
  for (const char* other :
       {"--level", "--cases", "--budget", "--max-elements", "--plain", "--backend"})
    plan->excludes(app.get_option(other));
}

}  // namespace assay::cmd
