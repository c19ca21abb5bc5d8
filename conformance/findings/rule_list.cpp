#include "conformance/findings/rule_list.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace assay::conformance {

double FailureCount::description_length() const {
  if (failing == 0 || passing == 0) return 0;
  return failing * std::log2(all() / failing) + passing * std::log2(all() / passing);
}

RuleList::RuleList(const CauseExamples& examples) : examples_(&examples), all_(examples.failing) {
  all_.add(examples.passing);
}

RuleList::Rule RuleList::rule(std::vector<Properties::Id> ids) const {
  Rule made{std::move(ids), all_};
  for (const Properties::Id id : made.ids) made.met = made.met.with(examples_->those_of(id));
  made.price = examples_->price(made.ids);
  return made;
}

std::vector<RuleList::Cell> RuleList::cells() const {
  std::vector<Cell> all;
  Bits rest = all_;
  const auto add = [&](const Bits& bits) {
    all.push_back({bits.with(examples_->failing), bits.with(examples_->passing),
                   FailureCount::of(bits, examples_->failing, examples_->passing)});
  };
  for (const Rule& r : rules_) {
    add(rest.with(r.met));
    rest.remove(r.met);
  }
  add(rest);
  return all;
}

double RuleList::cost() const {
  double bits = 0;
  for (const Cell& cell : cells()) bits += cell.count.description_length();
  for (const Rule& r : rules_) bits += r.price;
  return bits;
}

RuleList::Rule RuleList::placed(Rule r, const std::vector<Cell>& cells) {
  FailureCount taken, others;
  double shorter = 0;
  r.saves = std::numeric_limits<double>::lowest();
  for (std::size_t c = cells.size(); c-- > 0;) {
    const FailureCount of_cell = FailureCount::of(r.met, cells[c].failing, cells[c].passing);
    const FailureCount left = cells[c].count - of_cell;
    shorter += cells[c].count.description_length() - left.description_length();
    taken += of_cell;
    others += left;
    const double saves = shorter - taken.description_length() - r.price;
    if (taken.rate() <= others.rate() || saves <= r.saves) continue;
    r.saves = saves;
    r.place = c;
  }
  return r;
}

}  // namespace assay::conformance
