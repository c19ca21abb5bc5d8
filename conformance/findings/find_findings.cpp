// Examples are the failed cases and passing cases of the same run. Failures of several manners are
// looked at apart. In a page of findings, the one with the most cases comes first.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "conformance/base/words.h"
#include "conformance/findings/finding.h"
#include "conformance/findings/of_manner.h"
#include "conformance/route/route_field.h"

namespace assay::conformance {
namespace {

/// How often conditions are corrected by fresh cases.
constexpr int kRounds = 3;
/// How often the failures are looked at that are unlike all that were looked at before.
constexpr int kMostTimes = 4;

std::vector<std::string> operators_of(const std::vector<FailedCase>& failed,
                                      const std::vector<std::size_t>& which) {
  std::set<std::string> names;
  for (const std::size_t i : which) names.emplace(operator_of(failed[i].line));
  return {names.begin(), names.end()};
}

/// The ways in which these cases failed, that of most of them first.
std::vector<std::string> failures_of(const std::vector<FailedCase>& failed,
                                     const std::vector<std::size_t>& which) {
  std::map<std::string, std::size_t> counts;
  for (const std::size_t i : which) ++counts[failed[i].failure];
  std::vector<std::string> failures;
  for (const auto& [failure, count] : counts) failures.push_back(failure);
  std::ranges::sort(failures, [&](const std::string& a, const std::string& b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  return failures;
}

std::vector<FindingExample> examples_of(const Finding& finding,
                                        const std::vector<FailedCase>& failed) {
  const auto is_shorter = [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  using Lines = std::map<std::string, std::size_t, decltype(is_shorter)>;
  Lines shrunk, as_found;
  for (const std::size_t i : finding.failing) {
    Lines& lines = failed[i].shrunk.empty() ? as_found : shrunk;
    lines.try_emplace(failed[i].smallest(), i);
    if (lines.size() > Finding::kMostExamples) lines.erase(std::prev(lines.end()));
  }
  std::vector<FindingExample> examples;
  for (const Lines* lines : {&shrunk, &as_found})
    for (const auto& [line, failing] : *lines)
      if (examples.size() < Finding::kMostExamples) examples.push_back({line, failing});
  return examples;
}

/// Whether all conditions are about fields of routes, which mean the same for every operator. There
/// is at least one. Variants of two operators have nothing in common but their names.
bool is_about_routes(const std::vector<std::string>& conditions) {
  const auto is_field = [](const std::string& condition) {
    return std::ranges::any_of(route_fields(), [&](const RouteField& field) {
      return condition.starts_with(fmt::format("{}=", field.name)) ||
             condition.starts_with(fmt::format("{} is not ", field.name));
    });
  };
  return !conditions.empty() && std::ranges::all_of(conditions, is_field);
}

/// Without conditions, a finding is divided by the ways in which its cases failed. Those without
/// cases are left out.
std::vector<Finding> divided(std::vector<Finding> findings, const std::vector<FailedCase>& failed) {
  std::vector<Finding> all;
  for (Finding& f : findings) {
    std::map<std::string_view, std::vector<std::size_t>> parts;
    for (const std::size_t i : f.failing)
      parts[f.is_explained() ? std::string_view() : failed[i].failure].push_back(i);
    for (auto& [failure, failing] : parts) {
      all.push_back(f);
      all.back().failing = std::move(failing);
    }
  }
  return all;
}

/// Groups of which nothing is known are one finding where they fail alike, and so are those of
/// several operators that the same values of routes explain.
std::vector<Finding> joined(std::vector<Finding> findings, const std::vector<FailedCase>& failed) {
  const auto manner = [&](const Finding& f) { return manner_of(failed[f.failing[0]]); };
  const auto is_alike = [&](const Finding& a, const Finding& b) {
    return a.is_explained() ? manner(a) == manner(b) : a.failures == b.failures;
  };
  std::vector<Finding> all;
  for (Finding& f : findings) {
    f.operators = operators_of(failed, f.failing);
    f.failures = failures_of(failed, f.failing);
    const auto alike = std::ranges::find_if(all, [&](const Finding& other) {
      return other.conditions == f.conditions && is_alike(other, f) &&
             (other.operators == f.operators || is_about_routes(f.conditions));
    });
    if (alike == all.end()) {
      all.push_back(std::move(f));
      continue;
    }
    alike->failing.insert(alike->failing.end(), f.failing.begin(), f.failing.end());
    std::ranges::sort(alike->failing);
    alike->operators = operators_of(failed, alike->failing);
    alike->failures = failures_of(failed, alike->failing);
    if (f.is_explained()) alike->passing_alike += f.passing_alike;
  }
  return all;
}

}  // namespace

std::vector<Finding> find_findings(const std::vector<FailedCase>& failed, const ExplainedRun& run,
                                   const TryCase& try_case) {
  std::vector<Finding> findings;
  if (failed.empty()) return findings;
  Evidence evidence(failed, run);
  std::map<Manner, std::vector<std::size_t>> by_manner;
  for (std::size_t i = 0; i < failed.size(); ++i) by_manner[manner_of(failed[i])].push_back(i);
  for (int time = 1; !by_manner.empty(); ++time) {
    std::deque<std::pair<Manner, OfManner>> all;
    for (auto& [manner, which] : by_manner)
      all.emplace_back(manner,
                       OfManner(failed, std::move(which), evidence, manner == Manner::Steady));
    by_manner.clear();
    // Each manner is explained before any case is run, because that may take all the time.
    for (auto& [manner, of] : all) of.explain();
    for (auto& [manner, of] : all)
      if (try_case && !of.is_corrected()) of.find_needed_fields(try_case);
    for (int round = 0; try_case && round <= kRounds; ++round)
      for (auto& [manner, of] : all)
        if (!of.is_corrected()) of.correct(try_case, round == kRounds);
    for (auto& [manner, of] : all) {
      auto unlike = of.add_findings(findings);
      if (time < kMostTimes && !unlike.empty() && evidence.may_go_on())
        by_manner[manner] = std::move(unlike);
      else
        findings.push_back(of.unexplained(std::move(unlike)));
    }
  }
  findings = joined(divided(std::move(findings), failed), failed);
  for (Finding& finding : findings) {
    finding.examples = examples_of(finding, failed);
    for (const std::size_t i : finding.failing) finding.waived += failed[i].waived;
  }
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return a.failing.size() != b.failing.size() ? a.failing.size() > b.failing.size()
                                                : a.failing < b.failing;
  });
  return findings;
}

}  // namespace assay::conformance
