// Counts of cases by waiver. Most waivers name a single case line, and are looked up by it.
#include "conformance/gate/waiver_ledger.h"

#include <algorithm>

#include "conformance/base/words.h"
#include "specs/case_text.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

/// Whether a waiver that names the rule `id` covers the case. A case that is not valid is one of
/// the rules that it breaks.
bool at_rule(const specs::Case& c, const std::string& id) {
  const auto& rules = c.spec->rules;
  if (const auto broken = specs::broken_rules(c); !broken.empty())
    return std::ranges::any_of(broken, [&](std::size_t r) { return rules[r].id == id; });
  std::vector<std::uint8_t> seen;
  specs::observe(c, seen);
  for (std::size_t r = 0; r < rules.size(); ++r) {
    if (rules[r].id != id) continue;
    return seen[r] &
           (has_edges(rules[r]) ? specs::kAtLowEdge | specs::kAtHighEdge : specs::kSatisfied);
  }
  const specs::DataRule* const rule = specs::data_rule_of(c);
  return rule && rule->id == id;
}

}  // namespace

WaiverLedger::WaiverLedger(const std::vector<Waiver>& waivers, const opencl::DeviceInfo& device,
                           const std::string& day, const specs::Catalogue& catalogue)
    : catalogue_(catalogue), conditions_(catalogue) {
  for (const Waiver& w : waivers) {
    if (!w.speaks_of(device)) continue;
    const std::size_t index = accounts_.size();
    accounts_.push_back({w, {}, {}, day > w.expires});
    if (!w.case_regex.empty()) accounts_.back().regex.emplace(w.case_regex);
    const bool one_line = !w.case_glob.empty() && Glob::is_plain(w.case_glob);
    if (!w.case_glob.empty() && !one_line) accounts_.back().glob.emplace(w.case_glob);
    if (one_line)
      by_line_.emplace(w.case_glob, index);
    else
      others_.push_back(index);
  }
}

bool WaiverLedger::meets(const Account& a, const std::string& line) const {
  const Waiver& w = a.waiver;
  if (a.regex && !a.regex->matches(line)) return false;
  if (!w.operators.empty() && !std::ranges::count(w.operators, operator_of(line))) return false;
  if (a.glob && !a.glob->matches(line)) return false;
  if (!w.conditions.empty() && !conditions_.hold(w.conditions, line)) return false;
  return w.rule.empty() || at_rule(specs::parse_case(line, catalogue_), w.rule);
}

std::vector<std::size_t> WaiverLedger::speaking_of(const std::string& line) const {
  std::vector<std::size_t> found;
  for (auto [at, end] = by_line_.equal_range(line); at != end; ++at)
    if (meets(accounts_[at->second], line)) found.push_back(at->second);
  for (const std::size_t index : others_)
    if (meets(accounts_[index], line)) found.push_back(index);
  std::sort(found.begin(), found.end());
  return found;
}

const Waiver* WaiverLedger::covering(const std::string& line, Verdict verdict) const {
  if (!is_divergence(verdict)) return nullptr;
  for (const std::size_t index : speaking_of(line)) {
    const Account& a = accounts_[index];
    if (!a.expired && a.waiver.is_of(verdict)) return &a.waiver;
  }
  return nullptr;
}

std::vector<std::pair<std::string_view, const std::vector<std::string>*>>
WaiverSummary::out_of_order() const {
  std::vector<std::pair<std::string_view, const std::vector<std::string>*>> lists;
  const auto add = [&](std::string_view what, const std::vector<std::string>& ids) {
    if (!ids.empty()) lists.emplace_back(what, &ids);
  };
  add("expired", expired);
  add("unused", unused);
  add("unexpectedly passing", passing);
  add("of another verdict than its cases have", otherwise);
  return lists;
}

void WaiverLedger::count_passed(const std::string& line) {
  // Most cases pass, and where a waiver has met a case, another one that passes changes nothing.
  const auto ask = [&](Account& a) {
    if (!a.passed && !a.failed && !a.otherwise) a.passed = meets(a, line);
  };
  for (auto [at, end] = by_line_.equal_range(line); at != end; ++at) ask(accounts_[at->second]);
  for (const std::size_t index : others_) ask(accounts_[index]);
}

void WaiverLedger::count(const std::string& line, Verdict verdict) {
  if (verdict == Verdict::Skip) return;
  if (!is_divergence(verdict)) return count_passed(line);
  bool waived = false;
  for (const std::size_t index : speaking_of(line)) {
    Account& a = accounts_[index];
    const bool fails = a.waiver.is_of(verdict);
    (fails ? a.failed : a.otherwise) = true;
    waived |= fails && !a.expired;
  }
  waived_ += waived;
}

WaiverSummary WaiverLedger::summary(bool whole) const {
  WaiverSummary summary;
  summary.waived = waived_;
  for (const Account& a : accounts_) {
    if (a.expired)
      summary.expired.push_back(a.waiver.id);
    else if (whole && !a.failed && !a.waiver.may_pass)
      (a.otherwise ? summary.otherwise
       : a.passed  ? summary.passing
                   : summary.unused)
          .push_back(a.waiver.id);
  }
  return summary;
}

}  // namespace assay::conformance
