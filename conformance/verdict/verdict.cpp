// The names of verdicts, and judgements as sentences.
#include "conformance/verdict/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <csignal>

#include "ops/child_process.h"

namespace assay::conformance {
namespace {

constexpr std::array<std::string_view, kVerdicts> kVerdictNames{
    "Pass",    "Doubtful", "Skip", "Wrong", "Stray",
    "Refused", "Crashed",  "Hung", "Flaky", "Accepted"};

std::string text_of(const Ending& e) {
  const std::string stage = e.stage.empty() ? "" : " while " + e.stage;
  if (e.limit > 0) return fmt::format("no end within {} s{}", e.limit, stage);
  if (!e.error.empty()) return fmt::format("told an error{}: {}", stage, e.error);
  if (e.answered_wrongly)
    return fmt::format("sent an answer that it was not asked for{}; did it fork?", stage);
  std::string text = ops::ExitStatus{e.status, e.signal}.text() + stage;
  const std::string words = e.last_words.substr(0, e.last_words.find_last_not_of('\n') + 1);
  const std::size_t line = words.rfind('\n');
  if (!words.empty()) text += ": " + words.substr(line == words.npos ? 0 : line + 1);
  return text;
}

constexpr const char* kCutOff = "the run ended before they were judged";

std::string text_of(const opencl::Damage& stray) {
  if (stray.what == opencl::Damage::What::WrongCall)
    return fmt::format("{}: {}", name_of(stray.what), stray.name);
  return fmt::format("{} of {} at byte {}: expected 0x{:02x}, came 0x{:02x}; {} bytes changed",
                     name_of(stray.what), stray.name, stray.offset, stray.expected, stray.came,
                     stray.count);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string_view name_of(Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

std::string Judgement::text() const {
  std::string how;
  if (wrong) {
    how = fmt::format("{}[{}]: permitted {}, came {}{}; {} of {} elements wrong", wrong->tensor,
                      fmt::join(wrong->coordinates, ","), wrong->permitted, wrong->came,
                      wrong->ulps ? fmt::format(", {} ULP beyond", *wrong->ulps) : std::string(),
                      wrong->wrong, wrong->of);
  } else if (stray) {
    how = text_of(*stray);
  } else if (refused) {
    how = refused->text();
    if (!refused->build_log.empty()) how += ": " + first_line(refused->build_log);
  } else if (ending) {
    how = text_of(*ending);
  } else if (accepted) {
    how =
        fmt::format("accepted a descriptor that breaks {} ({})", accepted->id, accepted->sentence);
  } else if (invalid && verdict == Verdict::Pass) {
    how = "refused, as an invalid descriptor must be";
  } else if (skip) {
    how = fmt::format("{} ({})", skip->what, skip->is_short ? "short" : "absent");
  }
  if (verdict == Verdict::Flaky)
    how = fmt::format("{} in {} of {} runs: {}", name_of(flaky_as), failures, runs, how);
  if (unconfirmed) how += "; not confirmed, as the run ended first";
  return how;
}

Judgement cut_off() {
  Judgement j;
  j.verdict = Verdict::Skip;
  j.skip = SkipReason{kCutOff, true};
  return j;
}

bool is_cut_off(const Judgement& j) { return j.skip && j.skip->what == kCutOff; }

Judgement flaky(const Judgement& failure, unsigned failures, unsigned runs) {
  Judgement j = failure;
  j.verdict = Verdict::Flaky;
  j.flaky_as = failure.verdict;
  j.failures = failures;
  j.runs = runs;
  return j;
}

bool was_killed(const Judgement& j) {
  return j.verdict == Verdict::Crashed && j.ending &&
         (j.ending->signal == SIGKILL || j.ending->signal == SIGTERM);
}

bool same_kind(const Judgement& a, const Judgement& b) {
  if (a.verdict != b.verdict || was_killed(a) != was_killed(b)) return false;
  if (a.stray && b.stray) return a.stray->what == b.stray->what;
  if (a.refused && b.refused) return a.refused->call == b.refused->call;
  return true;
}

}  // namespace assay::conformance
