// assay run
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <set>

#include "cmd/options/device_options.h"
#include "cmd/options/gate_options.h"
#include "cmd/options/jobs.h"
#include "cmd/options/memory_option.h"
#include "cmd/options/operator_option.h"
#include "cmd/options/report_options.h"
#include "cmd/options/seed_option.h"
#include "cmd/subcommands.h"
#include "conformance/campaign/campaign.h"
#include "conformance/compare/mesa.h"
#include "conformance/keep/results_csv.h"
#include "conformance/keep/run_folder.h"
#include "conformance/report/report_json.h"
#include "conformance/report/report_text.h"
#include "conformance/run/pipeline.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

using conformance::CampaignOptions;
using conformance::CampaignResult;
using conformance::CampaignState;
using conformance::RunFolder;

constexpr std::uint64_t kDefaultCases = 20000;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 24;

struct RunArguments {
  DeviceOptions device;
  ReportOptions reports;
  OperatorOption operators;
  std::vector<std::string> levels, plans;
  std::optional<std::uint64_t> cases;
  std::optional<std::string> budget;
  std::uint64_t seed = 1;
  std::uint64_t max_elements = specs::Limits().max_elements;
  std::optional<std::filesystem::path> out, resume, skips;
  std::optional<std::string> shard;
  unsigned jobs = 0;
  MemoryOption memory;
  GateOptions gate;
  bool plain = false, in_process = false;
};

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) { stop_asked = 1; }

/// `90`, `90s`, `10m`, `2h`
double seconds_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const double scale = unit == "" || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error != std::errc() || !(value > 0) || value > 1e9 || scale == 0)
    throw Error(fmt::format("--budget {}: give seconds, or a number with s, m or h", text));
  return value * scale;
}

conformance::Shard shard_of(const RunArguments& o) {
  if (o.shard) return conformance::parse_shard(*o.shard);
  const conformance::Environment environment = [](const char* name) { return std::getenv(name); };
  const auto shard = conformance::shard_from_environment(environment);
  if (shard) conformance::acknowledge_sharding(environment);
  return shard.value_or(conformance::Shard{});
}

CampaignOptions campaign_options(const specs::Catalogue& catalogue, const RunArguments& o) {
  CampaignOptions options;
  options.operators = o.operators.of(catalogue);
  for (const std::string& name : o.levels) {
    const auto level = specs::Level::named(name);
    if (!level) throw Error(fmt::format("--level {}: no such feature level", name));
    options.levels.push_back(*level);
  }
  options.cases = o.cases;
  if (o.budget) options.seconds = seconds_of(*o.budget);
  if (!options.cases && !options.seconds && o.plans.empty()) options.cases = kDefaultCases;
  options.seed = o.seed;
  options.limits.max_elements = o.max_elements;
  options.plain_routes = o.plain || o.device.backend;
  options.violations = o.device.backend.has_value();
  options.shard = shard_of(o);
  return options;
}

/// One line on a terminal, written over and over.
class ProgressLine {
 public:
  explicit ProgressLine(const CampaignOptions& options)
      : on_(::isatty(STDERR_FILENO) != 0), options_(options) {}

  void show(const CampaignState& state) {
    if (!on_ || state.seconds < next_) return;
    next_ = state.seconds + 0.2;
    const double done = static_cast<double>(state.cases);
    double left = options_.seconds ? *options_.seconds - state.seconds : 1e12;
    if (options_.cases && done > 0) {
      const double all =
          static_cast<double>(*options_.cases) / static_cast<double>(options_.shard.count);
      left = std::min(left, state.seconds * (all - done) / done);
    }
    fmt::print(stderr, "\r\033[K{} cases, {} diverge, {:.0f} cases/s, {:.0f} s left", state.cases,
               state.tally.divergences(), done / state.seconds, std::max(left, 0.0));
    std::fflush(stderr);
  }
  void clear() const {
    if (on_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool on_;
  const CampaignOptions& options_;
  double next_ = 0;
};

/// Tells the gate of the cases that a run had settled before it goes on.
void settle_earlier(const std::filesystem::path& folder, std::uint64_t bytes,
                    conformance::Gate& gate) {
  // The folder is taken up already: its file grows again.
  conformance::for_each_result(
      folder / "results.csv.partial",
      [&](const conformance::ResultRow& row) {
        if (const auto verdict = conformance::verdict_named(row.status))
          gate.settle(row.name, *verdict);
      },
      bytes);
}

int run(const specs::Catalogue& catalogue, RunArguments o,
        const std::optional<std::filesystem::path>& specs, const std::string& command_line) {
  CampaignOptions options;
  CampaignState state;
  std::unique_ptr<RunFolder> folder;
  conformance::Gate gate(o.gate.terms(catalogue), catalogue);
  ReportFiles reports(o.reports);
  std::uint64_t rows = 0;
  if (o.resume) {
    RunFolder::Checkpoint checkpoint = RunFolder::read_checkpoint(*o.resume, catalogue);
    options = checkpoint.options;
    state = checkpoint.state;
    o.device.device = checkpoint.device;
    o.device.kernels = checkpoint.kernels;
    o.device.backend = checkpoint.backend;
    rows = checkpoint.results_bytes;
    folder = std::make_unique<RunFolder>(*o.resume, std::move(checkpoint));
  } else {
    options = campaign_options(catalogue, o);
  }
  conformance::KernelLibrary library(o.device.kernels, o.device.backend);
  conformance::GoalLibrary goals(library);
  if (!o.plans.empty()) {
    options.plan = std::make_shared<conformance::CasePlan>(
        o.plans, options.seed, options.operators, catalogue, goals,
        o.skips ? conformance::read_patterns(*o.skips) : std::vector<std::string>());
    options.cases = options.plan->cases();
  } else {
    goals.prepare(options.operators);
  }
  conformance::RunReport kept;
  const unsigned jobs = o.memory.bounded(o.jobs ? o.jobs : default_jobs());
  const conformance::WorkerOptions workers =
      o.device.workers(specs, o.memory.share(jobs), options.seconds);
  conformance::WorkerRunner investigator(workers);
  if (o.out)
    folder = std::make_unique<RunFolder>(*o.out, options, o.device.device, o.device.kernels,
                                         o.device.backend);
  gate.open(investigator.device());
  if (o.resume && gate.keeps_account()) settle_earlier(*o.resume, rows, gate);
  const std::string device = investigator.device().name;
  const std::string words = o.device.words(investigator.device());
  ProgressLine progress(options);
  constexpr std::size_t kPrinted = 20;
  // Their reproductions, and one more where not all are.
  std::set<std::string> printed;

  conformance::CampaignListener listener;
  if (folder || o.reports.junit || gate.keeps_account())
    listener.settled = [&](const auto& cases) {
      for (const conformance::Settled& s : cases) gate.settle(s.line, s.verdict);
      if (folder) folder->settled(cases);
      if (!o.reports.junit || folder) return;
      for (const conformance::Settled& s : cases)
        kept.rows.push_back({s.line, std::string(name_of(s.verdict)), s.seconds});
    };
  listener.found = [&](const conformance::Record& record) {
    const conformance::Waiver* waiver = gate.covering(record.line(), record.judgement.verdict);
    std::filesystem::path batch_file;
    if (folder) {
      folder->found(record, device, words, waiver);
      if (!o.device.backend) batch_file = folder->reproduce(record, investigator.device(), library);
    } else if (o.reports.any()) {
      kept.failures.push_back(record_to_json(record, device, words, waiver));
    }
    if (waiver || std::ferror(stdout) || printed.size() > kPrinted) return;
    // Several failures may shrink to one case.
    if (!printed.insert(reproduction(record, words, "check", batch_file)).second) return;
    progress.clear();
    if (printed.size() <= kPrinted)
      fmt::print("{}\n", record_text(record, words, batch_file));
    else
      fmt::print("More divergences are counted{}.\n\n",
                 folder ? " and kept in failures.jsonl" : " (--out keeps them all)");
    std::fflush(stdout);
  };
  listener.progress = [&](const CampaignState& s) {
    if (folder) folder->progress(s);
    progress.show(s);
  };
  // Who reads has gone, too.
  listener.stop = [] { return stop_asked != 0 || std::ferror(stdout); };

  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
  conformance::WorkerCrew crew(workers, jobs, options, catalogue,
                               static_cast<bool>(listener.settled));
  CampaignResult result;
  if (o.in_process) {
    conformance::Pipeline pipeline(opencl::Device::open(o.device.device),
                                   {o.device.kernels, workers.setup.memory});
    result = run_campaign(pipeline, options, listener);
  } else {
    result = run_campaign({crew, investigator, library, jobs}, options, listener, std::move(state));
  }
  result.coverage = measure_coverage(options.operators, result.tally(), result.state.pairs, goals);
  gate.judge(result, options.shard.is_all());
  progress.clear();
  const conformance::RunFacts facts{ASSAY_VERSION, investigator.device(), options, command_line};
  if (folder) folder->close(facts, result);
  if (o.reports.any()) {
    // What a run that goes on found before is in its folder alone.
    if (folder)
      kept = conformance::read_run(o.out ? *o.out : *o.resume, o.reports.junit.has_value());
    else
      kept.run = run_to_json(facts, result);
    reports.write(kept, catalogue);
  }
  fmt::print("{}", report_text(facts, result));
  return exit_code(result);
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("run", "Run a campaign of random cases and report");
  auto o = std::make_shared<RunArguments>();
  o->operators.add_to(*sub);
  sub->add_option("--level", o->levels, "Draw at these feature levels only, as in 4_1")
      ->delimiter(',')
      ->type_name("LEVEL,...");
  sub->add_option("--cases", o->cases,
                  fmt::format("End after this many cases (default: {}, or none with --budget)",
                              kDefaultCases))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62).description(""))
      ->type_name("N");
  sub->add_option(
         "--budget", o->budget,
         "End after this time: 90s, 10m, 2h (a short one lowers the time limits to half of it, "
         "at least 30 s)")
      ->type_name("TIME");
  auto* plan =
      sub->add_option(
             "--plan", o->plans,
             "A fixed list of cases instead of random ones: smoke (every rule's edges), ci "
             "(all pairs of knobs), full, or a file of case lines")
          ->delimiter(',')
          ->type_name("NAME,...");
  auto* skips =
      sub->add_option("--skips", o->skips,
                      "Cases of the plan not to run: regular expressions, a line each, as "
                      "deqp-runner keeps them (*-skips.txt)")
          ->needs(plan)
          ->type_name("FILE");
  add_seed(*sub, o->seed, "The same seed gives the same cases on any machine (default: 1)");
  sub->add_option("--max-elements", o->max_elements,
                  fmt::format("Elements over all tensors of a case, up to {} (default: {})",
                              kMostElements, o->max_elements))
      ->check(CLI::Range(std::uint64_t{16}, kMostElements).description(""))
      ->type_name("N");
  sub->add_flag("--plain", o->plain,
                "Only the simplest way to the device: for simulators, for a first look");
  // To measure what isolation costs.
  sub->add_flag("--in-process", o->in_process)->group("");
  sub->add_option("--out", o->out,
                  "Write run.json, failures.jsonl and results.csv to this folder, made anew")
      ->type_name("DIR");
  sub->add_option("--shard", o->shard,
                  "Run one of N parts of the campaign, to be put together by assay merge; without "
                  "it the variables of CI engines and of Slurm's arrays say so")
      ->type_name("I/N");
  auto* resume =
      sub->add_option("--resume", o->resume,
                      "Go on with the run in this folder where it stopped, with its own options")
          ->type_name("DIR");
  sub->add_option("--jobs", o->jobs, "Worker processes (default: one a core, at most 8)")
      ->check(CLI::Range(1u, 256u).description(""))
      ->type_name("N");
  o->memory.add_to(*sub);
  o->gate.add_to(*sub);
  o->device.add_to(*sub);
  o->device.add_backend_to(*sub);
  o->reports.add_to(*sub);
  for (const char* other :
       {"--operator", "--level", "--cases", "--budget", "--seed", "--max-elements", "--plain",
        "--shard", "--out", "--device", "--kernels", "--backend"})
    resume->excludes(sub->get_option(other));
  resume->excludes(plan);
  resume->excludes(skips);
  for (const char* other :
       {"--level", "--cases", "--budget", "--max-elements", "--plain", "--backend"})
    plan->excludes(sub->get_option(other));
  sub->footer(
      "Examples:\n  assay run\n  assay run --operator gather,slice1 --budget 10m --out results\n"
      "  assay run --device '*llvmpipe*' --seed 42 --cases 100000");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return run(specs::Catalogue(context.specs), *o, context.specs, context.command_line);
    };
  });
}

}  // namespace assay::cmd
