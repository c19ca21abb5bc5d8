// The subcommand `assay run`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "cmd/failure_printer.h"
#include "cmd/find_causes.h"
#include "cmd/options/driver_choice.h"
#include "cmd/options/jobs.h"
#include "cmd/options/run_options.h"
#include "cmd/options/tell.h"
#include "cmd/own_process.h"
#include "cmd/progress_line.h"
#include "cmd/run_clock.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "cmd/taken_up_cases.h"
#include "conformance/campaign/campaign.h"
#include "conformance/keep/run_folder.h"
#include "conformance/keep/run_json.h"
#include "conformance/report/example_text.h"
#include "conformance/report/report_text.h"
#include "conformance/run/pipeline.h"
#include "conformance/run/reproduction.h"
#include "conformance/workers/drivers.h"
#include "conformance/workers/worker_runner.h"
#include "ops/version.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

using conformance::CampaignOptions;
using conformance::CampaignResult;
using conformance::CampaignState;
using conformance::RunFolder;

/// One run, from its options to its exit code.
class Run {
 public:
  Run(const specs::Catalogue& catalogue, RunOptions options, const Context& context)
      : catalogue_(catalogue),
        o_(std::move(options)),
        command_line_(context.command_line),
        program_(context.program()),
        clock_(context.running),
        reports_(o_.reports) {
    if (o_.resume)
      take_up();
    else
      options_ = o_.campaign(catalogue);
    clock_.set_budget(options_.seconds);
    gate_.emplace(o_.gate.terms(catalogue), catalogue);
    o_.device.require_files(catalogue, context.specs);
    library_.emplace(o_.device.kernels, o_.device.backend);
    if (o_.device.kernels && library_->own_files(options_.operators).empty())
      throw Error(fmt::format("--kernels {}: holds no kernels of the operators under test",
                              o_.device.kernels->string()));
    goals_.emplace(*library_);
    if (!o_.plans.empty()) progress_.doing("choosing the cases of the plan");
    choose_cases();
    progress_.doing("opening the device");
    jobs_ = o_.memory.bounded(o_.jobs ? o_.jobs : default_jobs());
    workers_ = o_.device.workers(catalogue, context.specs, o_.memory.share(jobs_), options_.seconds,
                                 // A run that goes on after its budget still tells what it knows.
                                 [this] {
                                   return clock_.running() < RunClock::kStartOver ||
                                          !clock_.is_over_since(RunClock::kStartOver);
                                 });
    investigator_.emplace(workers_);
    workers_.opened = device();
    if (stopped_run_) require_same(tested());
    gate_->open(device());
    if (stopped_run_) {
      stopped_run_->checkpoint.gate = o_.gate.choice();
      folder_ = std::make_unique<RunFolder>(*o_.resume, std::move(*stopped_run_), *gate_);
    } else if (o_.out)
      folder_ = std::make_unique<RunFolder>(
          *o_.out,
          conformance::Checkpoint{options_, o_.device.device, o_.device.kernels, o_.device.backend,
                                  tested(), o_.gate.choice(), missed_drivers()});
    if (o_.reports.junit) kept_.rows.emplace();
    if (o_.resume) {
      progress_.doing("reading what was judged before");
      TakenUpCases taken = take_up_cases(*o_.resume, options_, *gate_, clock_);
      failed_ = std::move(taken.failed);
      skipped_ = std::move(taken.skipped);
    }
    // Until here a stop ends the run at once, and the folder is as it was.
    StopSignals::heed();
  }

  int exit_code() {
    FailurePrinter printer(words(), folder_ != nullptr, progress_);
    progress_.begin(
        options_,
        std::make_unique<conformance::KernelLibrary>(o_.device.kernels, o_.device.backend), jobs_,
        clock_.left());
    const CampaignResult result = run(listener(printer));
    if (!failed_.empty()) progress_.doing("looking for what the failures have in common");
    Causes causes = this->causes(result);
    progress_.doing("measuring coverage");
    std::optional<conformance::Coverage> coverage;
    if (goals_->wait([&] {
          return !StopSignals::asked() && !result.stopped &&
                 !clock_.is_over_since(RunClock::kEndOver);
        }))
      coverage =
          measure_coverage(options_.operators, result.tally(), result.state.covered, *goals_);
    const conformance::JudgedRun judged =
        gate_->judge(facts(causes), result, std::move(coverage), {}, std::move(causes.findings));
    progress_.end();
    if (folder_) folder_->close(judged);
    if (o_.reports.any()) write_reports(judged);
    say("{}", report_text(judged));
    // Each divergence is told once, and counted once. Otherwise one of them may be lost.
    if (const auto counted = result.tally().divergences(); counted != failed_.size())
      throw Error(fmt::format(
          "{} divergences were told, but {} were counted: this is a mistake of assay itself, and "
          "its report says nothing",
          failed_.size(), counted));
    return conformance::exit_code(judged);
  }

 private:
  const opencl::DeviceInfo& device() const { return investigator_->device(); }
  conformance::RunFacts facts(const Causes& causes) {
    auto own = library_->own_files(options_.operators);
    return {ops::version(), device(), options_, command_line_, own, missed_drivers(), causes.gone};
  }
  conformance::CommandWords words() const { return {o_.device.words(device()), program_}; }

  /// Reads the checkpoint of the run in `--resume` and takes its options and its state.
  void take_up() {
    stopped_run_.emplace(conformance::take_up(*o_.resume, catalogue_));
    const conformance::Checkpoint& checkpoint = stopped_run_->checkpoint;
    options_ = checkpoint.options;
    state_ = checkpoint.state;
    clock_.set_spent_before(state_.seconds);
    o_.device.device = checkpoint.device;
    o_.device.kernels = checkpoint.kernels;
    o_.device.backend = checkpoint.backend;
    o_.gate.take_up(checkpoint.gate);
    take_up_missed(checkpoint.drivers);
  }

  conformance::Tested tested() {
    return tested_by(options_, *library_, o_.device.backend, device());
  }

  /// Throws Error where the run began with something else than is tested now.
  void require_same(const conformance::Tested& now) const {
    if (const auto what = stopped_run_->checkpoint.tested.difference(now); !what.empty())
      throw Error(
          fmt::format("--resume {}: {} changed since the run began", o_.resume->string(), what));
  }

  void choose_cases() {
    if (!o_.plans.empty()) {
      options_.plan = o_.plan(options_, catalogue_, *goals_);
      options_.cases = options_.plan->cases();
    }
    goals_->prepare(options_.operators);
  }

  conformance::CampaignListener listener(FailurePrinter& printer) {
    conformance::CampaignListener listener;
    if (folder_ || o_.reports.junit || gate_->keeps_account())
      listener.settled = [&](const auto& cases) { settled(cases); };
    listener.found = [&](const conformance::Record& record) {
      const conformance::Waiver* waiver = gate_->covering(record.line(), record.judgement.verdict);
      const std::filesystem::path reproducer = keep(record, waiver);
      conformance::FailedCase& failed = failed_.emplace_back(conformance::failed_case(record));
      failed.waived = waiver != nullptr;
      failed.reproducer = reproducer;
      if (!record.batch.empty() || record.after)
        failed.command = record_command(record, words(), "check", reproducer);
      if (!waiver) printer.found(record, reproducer);
    };
    listener.held = [&](std::uint64_t batch, const std::string& line,
                        const conformance::Judgement& judgement) {
      if (gate_->covering(line, judgement.verdict) || !printer.tells_held()) return;
      if (folder_) folder_->told(batch, line, conformance::ToldFailure::of(judgement));
      printer.held(line, judgement);
    };
    listener.skipped = [this](std::uint64_t batch) { skipped_.insert(batch); };
    listener.progress = [&](const CampaignState& s) {
      if (folder_) folder_->progress(s);
    };
    listener.watched = [this](const CampaignState& s, const conformance::CampaignActivity& a) {
      progress_.show(s, a);
    };
    // The run also stops where nobody reads its output any more.
    listener.stop = [] { return StopSignals::asked() || std::ferror(stdout); };
    return listener;
  }

  void settled(const std::vector<conformance::Settled>& cases) {
    for (const conformance::Settled& s : cases) gate_->count(s.line, s.verdict);
    if (folder_)
      folder_->settled(cases);
    else
      kept_.keep_rows(cases);
  }

  /// Keeps a divergence for the reports. Gives its reproducer's folder; what is late has none.
  std::filesystem::path keep(const conformance::Record& record, const conformance::Waiver* waiver) {
    const bool late = (StopSignals::asked() || clock_.is_over_since(0)) &&
                      !(record.shrunk && conformance::ReproducerFolders::is_quick(record));
    auto* const kernels = o_.device.backend || late ? nullptr : &*library_;
    if (folder_) return folder_->found(record, device(), words(), waiver, kernels);
    if (o_.reports.any())
      kept_.failures.push_back(record_to_json(record, device().name, words(), waiver));
    return {};
  }

  /// Groups the failures, which takes a while, but not longer than the budget leaves.
  Causes causes(const CampaignResult& result) {
    // A run that took long may look for long.
    const double seek =
        std::clamp(clock_.spent(), conformance::kSeekSeconds, conformance::kMostSeekSeconds);
    Causes causes = find_causes(
        failed_, {options_, result.state.next_batch, catalogue_, *library_, device(), skipped_},
        std::min(clock_.left(RunClock::kCausesOver).value_or(seek), seek), *investigator_, result);
    tell_examples(causes.findings, failed_, words(), catalogue_);
    return causes;
  }

  CampaignResult run(const conformance::CampaignListener& listener) {
    if (o_.in_process) {
      conformance::Pipeline pipeline(
          opencl::Device::open(o_.device.device),
          {.kernels = o_.device.kernels, .memory = workers_.setup.memory});
      return run_campaign(pipeline, options_, listener);
    }
    conformance::WorkerCrew crew(workers_, jobs_, options_, catalogue_,
                                 static_cast<bool>(listener.settled));
    return run_campaign({crew, *investigator_, *library_, jobs_, clock_.running(),
                         device().is_pocl() ? conformance::trouble_of_cache : nullptr},
                        options_, listener, std::move(state_));
  }

  void write_reports(const conformance::JudgedRun& judged) {
    // What a resumed run found before it was stopped is only in its folder.
    if (folder_)
      kept_ = conformance::read_own_run(folder_->path(), o_.reports.junit.has_value());
    else
      kept_.run = run_to_json(judged);
    reports_.write(kept_, catalogue_);
  }

  const specs::Catalogue& catalogue_;
  RunOptions o_;
  const std::string command_line_, program_;
  RunClock clock_;
  CampaignOptions options_;
  CampaignState state_;
  /// The run of `--resume`, until its folder is opened again.
  std::optional<conformance::StoppedRun> stopped_run_;
  std::optional<conformance::Gate> gate_;
  ReportFiles reports_;
  std::unique_ptr<RunFolder> folder_;
  std::optional<conformance::KernelLibrary> library_;
  std::optional<conformance::GoalLibrary> goals_;
  /// What failed so far, in the order of the run's records.
  std::vector<conformance::FailedCase> failed_;
  /// The batches in which a case was not judged.
  std::set<std::uint64_t> skipped_;
  unsigned jobs_ = 1;
  conformance::WorkerOptions workers_;
  std::optional<conformance::WorkerRunner> investigator_;
  /// What the reports of a run without a folder need.
  conformance::RunReport kept_;
  /// It is the last member, since its thread reads others.
  ProgressLine progress_{"reading options"};
};

}  // namespace

void add_run(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("run", "Run a campaign of random cases and report");
  auto o = std::make_shared<RunOptions>();
  o->add_to(*sub);
  sub->footer(
      "Examples:\n  assay run\n  assay run --operator gather,slice1 --budget 10m --out results\n"
      "  assay run --device '*llvmpipe*' --seed 42 --cases 100000");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      const auto run = [&] {
        const specs::Catalogue catalogue(context.specs);
        return Run(catalogue, *o, context).exit_code();
      };
      return o->in_process ? in_own_process(context, {}, run) : run();
    };
  });
}

}  // namespace assay::cmd
