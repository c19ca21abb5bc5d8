// The subcommand `assay run`.
#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <set>

#include "cmd/options/jobs.h"
#include "cmd/options/run_options.h"
#include "cmd/progress_line.h"
#include "cmd/subcommands.h"
#include "conformance/campaign/campaign.h"
#include "conformance/compare/mesa.h"
#include "conformance/keep/results_csv.h"
#include "conformance/keep/run_folder.h"
#include "conformance/keep/run_json.h"
#include "conformance/report/report_text.h"
#include "conformance/run/pipeline.h"
#include "conformance/run/reproduction.h"
#include "conformance/verdict/judgement_json.h"
#include "conformance/workers/worker_runner.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

using conformance::CampaignOptions;
using conformance::CampaignResult;
using conformance::CampaignState;
using conformance::RunFolder;

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) { stop_asked = 1; }

/// Prints divergences as they are found: each command that reproduces one is printed once, and at
/// most kMost of them.
class Printer {
 public:
  /// `words` are the options that select the same device, as shell words. `kept` says that all
  /// divergences are written to a folder. `progress` must outlive this object.
  Printer(std::string words, bool kept, const ProgressLine& progress)
      : words_(std::move(words)), kept_(kept), progress_(progress) {}

  void found(const conformance::Record& record, const std::filesystem::path& batch_file) {
    if (std::ferror(stdout) || printed_.size() > kMost) return;
    // Several failures may shrink to the same case, which is printed once.
    if (!printed_.insert(reproduction(record, words_, "check", batch_file)).second) return;
    progress_.clear();
    if (printed_.size() <= kMost)
      fmt::print("{}\n", record_text(record, words_, batch_file));
    else
      fmt::print("More divergences are counted{}.\n\n",
                 kept_ ? " and kept in failures.jsonl" : " (--out keeps them all)");
    std::fflush(stdout);
  }

 private:
  static constexpr std::size_t kMost = 20;

  const std::string words_;
  const bool kept_;
  const ProgressLine& progress_;
  /// The commands that reproduce the printed divergences, and one more where not all are printed.
  std::set<std::string> printed_;
};

/// One run, from its options to its exit code.
class Run {
 public:
  Run(const specs::Catalogue& catalogue, RunOptions options, const Context& context)
      : catalogue_(catalogue),
        o_(std::move(options)),
        command_line_(context.command_line),
        gate_(o_.gate.terms(catalogue), catalogue),
        reports_(o_.reports) {
    if (o_.resume)
      take_up();
    else
      options_ = o_.campaign(catalogue);
    library_.emplace(o_.device.kernels, o_.device.backend);
    goals_.emplace(*library_);
    choose_cases();
    jobs_ = o_.memory.bounded(o_.jobs ? o_.jobs : default_jobs());
    workers_ = o_.device.workers(context.specs, o_.memory.share(jobs_), options_.seconds);
    investigator_.emplace(workers_);
    if (o_.out)
      folder_ = std::make_unique<RunFolder>(*o_.out, options_, o_.device.device, o_.device.kernels,
                                            o_.device.backend);
    gate_.open(device());
    if (o_.resume && gate_.keeps_account()) settle_earlier();
  }

  int exit_code() {
    ProgressLine progress(options_);
    Printer printer(words(), folder_ != nullptr, progress);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, ask_to_stop);
    CampaignResult result = run(listener(printer, progress));
    conformance::Coverage coverage =
        measure_coverage(options_.operators, result.tally(), result.state.pairs, *goals_);
    const conformance::JudgedRun judged = gate_.judge(
        {ASSAY_VERSION, device(), options_, command_line_}, std::move(result), std::move(coverage));
    progress.clear();
    if (folder_) folder_->close(judged);
    if (o_.reports.any()) write_reports(judged);
    fmt::print("{}", report_text(judged));
    return conformance::exit_code(judged);
  }

 private:
  const opencl::DeviceInfo& device() const { return investigator_->device(); }
  std::string words() const { return o_.device.words(device()); }

  /// Reads the checkpoint of the run in `--resume` and takes its options and its state.
  void take_up() {
    RunFolder::Checkpoint checkpoint = RunFolder::read_checkpoint(*o_.resume, catalogue_);
    options_ = checkpoint.options;
    state_ = checkpoint.state;
    o_.device.device = checkpoint.device;
    o_.device.kernels = checkpoint.kernels;
    o_.device.backend = checkpoint.backend;
    earlier_bytes_ = checkpoint.results_bytes;
    folder_ = std::make_unique<RunFolder>(*o_.resume, std::move(checkpoint));
  }

  void choose_cases() {
    if (o_.plans.empty()) return goals_->prepare(options_.operators);
    options_.plan = std::make_shared<conformance::CasePlan>(
        o_.plans, options_.seed, options_.operators, catalogue_, *goals_,
        o_.skips ? conformance::read_patterns(*o_.skips) : std::vector<std::string>());
    options_.cases = options_.plan->cases();
  }

  /// Tells the gate of the cases that were settled before the run was stopped.
  void settle_earlier() {
    // The run folder is open again, so its results are in the partial file.
    conformance::for_each_result(
        *o_.resume / "results.csv.partial",
        [&](const conformance::ResultRow& row) {
          if (const auto verdict = conformance::verdict_named(row.status))
            gate_.settle(row.name, *verdict);
        },
        earlier_bytes_);
  }

  conformance::CampaignListener listener(Printer& printer, ProgressLine& progress) {
    conformance::CampaignListener listener;
    if (folder_ || o_.reports.junit || gate_.keeps_account())
      listener.settled = [&](const auto& cases) { settled(cases); };
    listener.found = [&](const conformance::Record& record) {
      const conformance::Waiver* waiver = gate_.covering(record.line(), record.judgement.verdict);
      const std::filesystem::path batch_file = keep(record, waiver);
      if (!waiver) printer.found(record, batch_file);
    };
    listener.progress = [&](const CampaignState& s) {
      if (folder_) folder_->progress(s);
      progress.show(s);
    };
    // The run also stops where nobody reads its output any more.
    listener.stop = [] { return stop_asked != 0 || std::ferror(stdout); };
    return listener;
  }

  void settled(const std::vector<conformance::Settled>& cases) {
    for (const conformance::Settled& s : cases) gate_.settle(s.line, s.verdict);
    if (folder_)
      folder_->settled(cases);
    else if (o_.reports.junit)
      for (const conformance::Settled& s : cases)
        kept_.rows.push_back({s.line, std::string(name_of(s.verdict)), s.seconds});
  }

  /// Keeps a divergence for the reports. Where its batch fails only together and the run has a
  /// folder, gives the path of a file with the batch's lines; else an empty path.
  std::filesystem::path keep(const conformance::Record& record, const conformance::Waiver* waiver) {
    if (folder_) {
      folder_->found(record, device().name, words(), waiver);
      if (!o_.device.backend) return folder_->reproduce(record, device(), *library_);
    } else if (o_.reports.any()) {
      kept_.failures.push_back(record_to_json(record, device().name, words(), waiver));
    }
    return {};
  }

  CampaignResult run(const conformance::CampaignListener& listener) {
    if (o_.in_process) {
      conformance::Pipeline pipeline(opencl::Device::open(o_.device.device),
                                     {o_.device.kernels, workers_.setup.memory});
      return run_campaign(pipeline, options_, listener);
    }
    conformance::WorkerCrew crew(workers_, jobs_, options_, catalogue_,
                                 static_cast<bool>(listener.settled));
    return run_campaign({crew, *investigator_, *library_, jobs_}, options_, listener,
                        std::move(state_));
  }

  void write_reports(const conformance::JudgedRun& judged) {
    // What a resumed run found before it was stopped is only in its folder.
    if (folder_)
      kept_ = conformance::read_run(o_.out ? *o_.out : *o_.resume, o_.reports.junit.has_value());
    else
      kept_.run = run_to_json(judged);
    reports_.write(kept_, catalogue_);
  }

  const specs::Catalogue& catalogue_;
  RunOptions o_;
  const std::string command_line_;
  CampaignOptions options_;
  CampaignState state_;
  /// The size in bytes that `results.csv` of a resumed run had at its checkpoint.
  std::uint64_t earlier_bytes_ = 0;
  conformance::Gate gate_;
  ReportFiles reports_;
  std::unique_ptr<RunFolder> folder_;
  std::optional<conformance::KernelLibrary> library_;
  std::optional<conformance::GoalLibrary> goals_;
  unsigned jobs_ = 1;
  conformance::WorkerOptions workers_;
  std::optional<conformance::WorkerRunner> investigator_;
  /// What the reports of a run without a folder need.
  conformance::RunReport kept_;
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
      const specs::Catalogue catalogue(context.specs);
      return Run(catalogue, *o, context).exit_code();
    };
  });
}

}  // namespace assay::cmd
