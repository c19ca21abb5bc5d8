// Results as rows, by our words or by deqp-runner's.
#include "conformance/keep/results_csv.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {

ResultRow parse_row(const std::string& line, const std::string& where) {
  const auto fail = [&](const std::string& what) {
    throw Error(fmt::format("{}: {}", where, what));
  };
  const std::size_t first = line.find(',');
  const std::size_t second = std::min(line.find(',', first + 1), line.size());
  if (first == line.npos || first == 0) fail("no row of name,status,seconds");
  ResultRow row{line.substr(0, first), line.substr(first + 1, second - first - 1), 0};
  if (second < line.size()) {
    const auto [end, error] =
        std::from_chars(line.data() + second + 1, line.data() + line.size(), row.seconds);
    if (error != std::errc() || end != line.data() + line.size()) fail("no number of seconds");
  }
  try {
    standing_of(row.status);
  } catch (const Error& e) {
    fail(e.what());
  }
  return row;
}

void for_each_result(const std::filesystem::path& path,
                     const std::function<void(const ResultRow&)>& each, std::uint64_t bytes) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw Error(fmt::format("{}: cannot be read", path.string()));
  std::uint64_t at = 0, number = 0;
  for (std::string line; at < bytes && std::getline(file, line);) {
    at += line.size() + 1;
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#' || (number == 1 && line.starts_with("name,"))) continue;
    each(parse_row(line, fmt::format("{}:{}", path.string(), number)));
  }
}

Standing standing_of(std::string_view status) {
  if (const auto verdict = verdict_named(status)) {
    if (*verdict == Verdict::Skip) return Standing::Skipped;
    if (*verdict == Verdict::Flaky) return Standing::Flaky;
    return is_divergence(*verdict) ? Standing::Fails : Standing::Passes;
  }
  if (status == "Warn" || status.starts_with("UnexpectedImprovement") || status == "UnexpectedPass")
    return Standing::Passes;
  if (status == "Fail" || status == "Crash" || status == "Timeout" || status == "ExpectedFail")
    return Standing::Fails;
  if (status == "Missing") return Standing::Skipped;
  if (status == "Flake" || status == "KnownFlake") return Standing::Flaky;
  throw Error(fmt::format("\"{}\" is no status", status));
}

std::string_view deqp_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass:
    case Verdict::Doubtful:
      return "Pass";
    case Verdict::Skip:
      return "Skip";
    case Verdict::Crashed:
      return "Crash";
    case Verdict::Hung:
      return "Timeout";
    case Verdict::Flaky:
      return "Flake";
    default:
      return "Fail";
  }
}

}  // namespace assay::conformance
