// The subcommand `assay fuzz`: it runs one of the fuzzers that are in the folder of this program,
// and reports what the fuzzer found.
//
// The fuzzer runs in processes of its own, so that a driver's crash ends one of them and the
// campaign goes on. It writes divergences as case files, and inputs that ended a fuzzer process as
// artifacts. This file turns both into case lines. Workers judge these again and shrink them, and
// they are counted by kind.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "cmd/fuzz_findings.h"
#include "cmd/fuzz_folders.h"
#include "cmd/fuzzer_process.h"
#include "cmd/options/device_options.h"
#include "cmd/options/operator_option.h"
#include "cmd/options/tell.h"
#include "cmd/options/values.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/base/output_file.h"
#include "ops/error.h"
#include "ops/stopwatch.h"

namespace assay::cmd {
namespace {

namespace fs = std::filesystem;

/// How long after its time the fuzzer may take to end.
constexpr int kEndSeconds = 8;
/// How long judging what was found may take, or longer where the fuzzing did.
constexpr double kLeastJudgingSeconds = 60;

struct FuzzArguments {
  DeviceOptions device;
  OperatorOption operators;
  std::string target = "case";
  double budget = 60;
  unsigned jobs = 1;
  std::optional<fs::path> corpus;
  fs::path out = "fuzz-findings";

  /// Whether the fuzzer runs cases on the device. The others test assay itself.
  bool judges_cases() const { return target == "case" || target == "kernel"; }
};

std::map<std::string, std::string> environment(const Context& context, const FuzzArguments& o,
                                               const FuzzFolders& folders) {
  std::map<std::string, std::string> e{{"ASSAY_DEVICE", o.device.device}};
  // Only case_fuzzer writes case files. A divergence of kernel_fuzzer may need all calls of its
  // input, so kernel_fuzzer ends and leaves that input as an artifact.
  if (o.target == "case") e["ASSAY_FUZZ_FINDINGS"] = folders.raw.string();
  e["ASSAY_FUZZ_JUDGED"] = folders.judged.string();
  e["ASSAY_FUZZ_RUNNING"] = folders.running.string();
  if (o.device.kernels) e["ASSAY_KERNELS"] = o.device.kernels->string();
  if (context.specs) e["ASSAY_SPECS"] = context.specs->string();
  e["ASSAY_OPERATOR"] = fmt::format("{}", fmt::join(o.operators.names, ","));
  return e;
}

/// What became of running the fuzzer.
struct Campaign {
  std::uint64_t inputs = 0;
  /// Why it did not run, or end, as it should. Empty where it did.
  std::string fault;
};

/// Runs the fuzzer, whose output goes to a log. Throws Error where it ran no input.
Campaign campaign(const Context& context, const FuzzArguments& o, const FuzzFolders& folders) {
  const fs::path program = fuzzer_program(o.target);
  const double seconds = std::round(std::max(o.budget, 1.0));
  std::vector<std::string> command{
      program.string(),
      fmt::format("-fork={}", o.jobs),
      "-ignore_crashes=1",
      "-ignore_timeouts=1",
      "-ignore_ooms=1",
      "-detect_leaks=0",
      "-report_slow_units=86400",
      fmt::format("-timeout={:.0f}",
                  o.device.timeout.value_or(conformance::WorkerOptions().timeout)),
      fmt::format("-max_total_time={:.0f}", seconds),
      fmt::format("-artifact_prefix={}/", folders.artifacts.string()),
      folders.corpus.string()};
  if (o.corpus) command.push_back(o.corpus->string());
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  std::ofstream log(o.out / "fuzzer.log");
  FuzzerProgress progress;
  std::string last;
  bool ends_itself = false;
  const auto take_in = [&](const std::string& line) {
    log << line << std::endl;
    if (line.starts_with("assay: ")) last = line;
    // The last line of libFuzzer. Its exit status says how its last process ended.
    ends_itself = line.starts_with("INFO: exiting: ");
    if (!parse_progress(line, progress) || !terminal) return;
    tell(fmt::format("\r\033[K{} inputs, {} features, corpus of {}, {} inputs/s",
                     progress.executions, progress.features, progress.corpus, progress.per_second));
  };
  const ops::Deadline deadline(seconds + kEndSeconds);
  const ops::Stopwatch watch;
  const int status = run_fuzzer(command, environment(context, o, folders), take_in, deadline);
  const double took = watch.seconds();
  if (terminal) tell("\r\033[K");
  // The fuzzer counts no input where each one fails, so artifacts show that it ran, too.
  if (progress.executions == 0 && files_in(folders.artifacts).empty())
    throw Error(fmt::format("{} ran nothing (exit status {}): {}", program.string(), status,
                            last.empty() ? "see " + (o.out / "fuzzer.log").string() : last));
  const auto ended = [&](const std::string& how) {
    return Campaign{progress.executions, fmt::format("ended {}, with exit status {}: {}", how,
                                                     status, (o.out / "fuzzer.log").string())};
  };
  if (StopSignals::asked()) return {progress.executions, "was stopped before its time was over."};
  if (o.judges_cases() && !fs::exists(folders.judged))
    return {progress.executions,
            fmt::format("judged no case: {}", (o.out / "fuzzer.log").string())};
  const std::size_t unfinished = files_in(folders.running).size();
  if (unfinished > 0 && files_in(folders.artifacts).empty())
    return {progress.executions,
            fmt::format("lost {} processes, which ended during an input and left none: {}",
                        unfinished, (o.out / "fuzzer.log").string())};
  if (folders.has_partial())
    return {progress.executions,
            "left a finding that it had not finished: " + folders.raw.string()};
  if (took < seconds)
    return ended(fmt::format("{:.1f} s before its time was over", seconds - took));
  if (!deadline.has_passed())
    return ends_itself ? Campaign{progress.executions, {}} : ended("without its last line");
  return {progress.executions,
          fmt::format("was ended {} s after its time was over. An input that hangs is not kept "
                      "then: with a longer --budget or a shorter --timeout it is.",
                      kEndSeconds)};
}

/// The result of running the fuzzer once more on an artifact.
struct Replay {
  /// The first case line that the fuzzer prints. case_fuzzer prints the line before it runs the
  /// case; kernel_fuzzer prints the line of a case whose answer is wrong.
  std::string line;
  bool fails = false;
};

Replay replay(const Context& context, const FuzzArguments& o, const FuzzFolders& folders,
              const fs::path& artifact) {
  auto variables = environment(context, o, folders);
  variables["ASSAY_FUZZ_PRINT"] = "1";
  const double limit = o.device.timeout.value_or(conformance::WorkerOptions().timeout);
  // libFuzzer ends an input that takes too long, unless it hangs within the driver.
  constexpr double kToEnd = 5;
  Replay replay;
  replay.fails = run_fuzzer(
                     {fuzzer_program(o.target).string(), fmt::format("-timeout={:.0f}", limit),
                      artifact.string()},
                     variables,
                     [&](const std::string& line) {
                       if (replay.line.empty() && line.find(":level=") != line.npos)
                         replay.line = line;
                     },
                     ops::Deadline(limit + kToEnd)) != 0;
  return replay;
}

/// Reports inputs that broke a target which needs no device. Such a failure is a fault of assay.
/// Throws Error where there is one.
void require_no_own_faults(const std::vector<fs::path>& artifacts, const FuzzArguments& o) {
  for (const fs::path& a : artifacts) say("assay itself fails on {}\n", a.string());
  if (artifacts.empty()) return;
  throw Error(fmt::format("{} inputs break {}_fuzzer; run it on one to see how", artifacts.size(),
                          o.target));
}

int fuzz(const Context& context, const FuzzArguments& o) {
  o.operators.of(specs::Catalogue(context.specs));
  conformance::make_folder(o.out);
  StopSignals::heed();
  const FuzzFolders folders(o.out, o.target);
  const auto [inputs, fault] = campaign(context, o, folders);
  say("{}: {} inputs, {} in the corpus {}\n\n", o.target, inputs, files_in(folders.corpus).size(),
      folders.corpus.string());
  if (!fault.empty()) say("{}_fuzzer {}\n", o.target, fault);
  if (!o.judges_cases()) {
    require_no_own_faults(files_in(folders.earlier_artifacts, folders.artifacts), o);
    return fault.empty() ? 0 : 3;
  }

  // Judging takes as long as fuzzing, or a minute.
  FuzzFindings findings(context, o.device, o.out, std::max(o.budget, kLeastJudgingSeconds));
  std::vector<fs::path> pass_alone;
  bool fails_again = false;
  // Findings of an earlier campaign count only where they still diverge.
  std::size_t not_judged = 0, old = 0;
  const auto passes = [&](const fs::path& file) {
    if (folders.is_earlier(file))
      ++old;
    else
      pass_alone.push_back(file);
  };
  for (const fs::path& raw : files_in(folders.earlier_raw, folders.raw)) {
    const auto diverges = findings.add(raw.string());
    not_judged += !diverges;
    if (diverges == false) passes(raw);
  }
  for (const fs::path& a : files_in(folders.earlier_artifacts, folders.artifacts)) {
    const Replay again = findings.is_time_left() ? replay(context, o, folders, a) : Replay();
    // A signal ends a replay, too, which then says nothing.
    const auto diverges = !findings.is_time_left() || StopSignals::asked() ? std::nullopt
                          : again.line.empty()                             ? std::optional(false)
                                               : findings.add(again.line);
    not_judged += !diverges;
    if (diverges != false) continue;
    if (again.fails)
      pass_alone.push_back(a);
    else
      passes(a);
    fails_again |= o.target == "kernel" && again.fails;
  }
  findings.print();
  if (!pass_alone.empty())
    say("{} inputs diverged in {}_fuzzer, and no case of theirs does alone:\n", pass_alone.size(),
        o.target);
  for (const fs::path& a : pass_alone) say("  {}\n", a.string());
  if (old > 0)
    say("{} findings of earlier campaigns do not diverge in this one. They stay in {}.\n", old,
        folders.earlier_raw.parent_path().string());
  if (not_judged > 0)
    say("{} inputs were not judged, because a signal or the time ended that. They stay in {}; the "
        "next campaign with this --out judges them.\n",
        not_judged, o.out.string());
  // An order of calls that fails again is a divergence, even where each of its cases passes alone.
  if (findings.kinds() > 0 || fails_again) return 1;
  if (!pass_alone.empty() || not_judged > 0 || !fault.empty()) return 3;
  say("No divergence.\n");
  return 0;
}

}  // namespace

void add_fuzz(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("fuzz", "Run a fuzzing campaign and shrink what it finds");
  auto o = std::make_shared<FuzzArguments>();
  o->device.device = "Portable Computing Language/*";
  sub->add_option("--target", o->target, "What to fuzz: case, text, spec, rules or kernel")
      ->check(one_of({"case", "text", "spec", "rules", "kernel"}))
      ->type_name("TARGET");
  o->operators.add_to(*sub);
  sub->add_option("--budget", o->budget, "Time to fuzz for: 90s, 10m, 2h (default: 60s)")
      ->transform(duration())
      ->type_name("TIME");
  sub->add_option("--jobs", o->jobs, "Fuzzers at a time (default: 1)")
      ->transform(count(1, 1024))
      ->type_name("N");
  sub->add_option("--corpus", o->corpus, "A folder of inputs to begin with, which stays as it is")
      ->check(CLI::ExistingDirectory.description(""))
      ->type_name("DIR");
  sub->add_option("--out", o->out,
                  "The folder for findings and the corpus (default: fuzz-findings)")
      ->type_name("DIR");
  o->device.add_to(*sub);
  sub->footer(
      "Needs a build with clang, which makes the fuzzers. Findings are case files in --out; the\n"
      "corpus there is kept, and a later campaign with the same --out goes on from it.\n\n"
      "Example:\n  assay fuzz --budget 1h --jobs 8 --corpus fuzz/corpus/case --out findings");
  sub->callback([&context, o] { context.action = [&context, o] { return fuzz(context, *o); }; });
}

}  // namespace assay::cmd
