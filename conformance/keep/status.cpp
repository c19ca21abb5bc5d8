// The one table of statuses: each verdict with deqp-runner's word for it.
#include "conformance/keep/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

struct StatusRow {
  Verdict verdict;
  Standing standing;
  /// What deqp-runner calls it.
  std::string_view word;
};

/// In the order of the verdicts; of those that share a word, the likeliest first.
constexpr std::array<StatusRow, kVerdicts> kStatusRows{
    {{Verdict::Pass, Standing::Passes, "Pass"},
     {Verdict::Doubtful, Standing::Passes, "Pass"},
     {Verdict::Skip, Standing::Skipped, "Skip"},
     {Verdict::Wrong, Standing::Fails, "Fail"},
     {Verdict::Stray, Standing::Fails, "Fail"},
     {Verdict::Refused, Standing::Fails, "Fail"},
     {Verdict::Crashed, Standing::Fails, "Crash"},
     {Verdict::Hung, Standing::Fails, "Timeout"},
     {Verdict::Flaky, Standing::Flaky, "Flake"},
     {Verdict::Accepted, Standing::Fails, "Fail"}}};

constexpr bool rows_stand_in_order() {
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (kStatusRows[v].verdict != static_cast<Verdict>(v)) return false;
  return true;
}
static_assert(rows_stand_in_order());

/// deqp-runner's words beside those, each with the one that it means to us.
struct StatusSynonym {
  std::string_view text, word;
  /// Whether any text that begins so is meant.
  bool is_prefix = false;
};
constexpr std::array kSynonyms{StatusSynonym{"Warn", "Pass"},
                               StatusSynonym{"UnexpectedPass", "Pass"},
                               StatusSynonym{"UnexpectedImprovement", "Pass", true},
                               StatusSynonym{"ExpectedFail", "Fail"},
                               StatusSynonym{"Missing", "Skip"},
                               StatusSynonym{"KnownFlake", "Flake"}};

/// The rows that a status may mean, at least one. A verdict means its own row alone.
std::vector<StatusRow> rows_of(std::string_view status) {
  if (const auto verdict = verdict_named(status))
    return {kStatusRows[static_cast<std::size_t>(*verdict)]};
  std::string_view word = status;
  for (const StatusSynonym& s : kSynonyms)
    if (s.is_prefix ? status.starts_with(s.text) : status == s.text) word = s.word;
  std::vector<StatusRow> rows;
  for (const StatusRow& row : kStatusRows)
    if (row.word == word) rows.push_back(row);
  if (rows.empty()) throw Error(fmt::format("\"{}\" is no status", status));
  return rows;
}

}  // namespace

Standing standing_of(std::string_view status) { return rows_of(status).front().standing; }

std::string_view deqp_word(Verdict verdict) {
  return kStatusRows[static_cast<std::size_t>(verdict)].word;
}

std::vector<Verdict> divergences_of(std::string_view status) {
  std::vector<Verdict> verdicts;
  for (const StatusRow& row : rows_of(status))
    if (is_divergence(row.verdict)) verdicts.push_back(row.verdict);
  return verdicts;
}

}  // namespace assay::conformance
