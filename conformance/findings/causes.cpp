// The causes are the list of rules that takes the fewest bits: those that say which examples fail
// once the rates are known, and those that name the properties. So a broad set that several faults
// meet gives way to a set for each of them, and a property that holds for the failing examples by
// chance is not worth its name, whether all cases of a fault fail or a third of them do.
#include "conformance/findings/causes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace assay::conformance {
namespace {

using Id = Properties::Id;
using Ids = std::vector<Id>;
using Rule = RuleList::Rule;
using Cells = std::vector<RuleList::Cell>;

/// How many sets are kept while one grows, how many properties it gets, and how many sets there
/// are.
constexpr std::size_t kWidth = 16, kDepth = 4, kMostCauses = 8;
/// How many values of a knob one property has.
constexpr std::size_t kMostValues = 4;
/// A first property may explain this many bits too few, because others are added later.
constexpr double kSlack = 12;
/// How much it weighs, where the search begins, that few passing examples have a set. A broad set
/// may save more bits than each of the causes that it is made of. Each beginning finds lists that
/// the others do not.
constexpr std::array<double, 3> kPurities{0, 3, 10};

class CauseSearch {
 public:
  CauseSearch(const CauseExamples& examples, Properties& properties)
      : of_(examples), properties_(properties), list_(examples) {
    // Of properties that the same examples have, the cheapest one is looked at.
    const Bits all = list_.rule({}).met;
    std::map<std::size_t, Tried> distinct;
    for (const auto& [id, has] : of_.has) {
      if (!has.meets(of_.failing)) continue;
      const Tried tried{id, &has, of_.price({id})};
      const auto [at, is_new] = distinct.try_emplace(has.with(all).hash(), tried);
      if (!is_new && tried.price < at->second.price) at->second = tried;
    }
    for (const auto& [hash, tried] : distinct) tried_.push_back(tried);
  }

  std::vector<Cause> run() {
    RuleList best = list_;
    for (const double purity : kPurities) {
      list_ = RuleList(of_);
      search(purity);
      if (list_.cost() < best.cost()) best = list_;
    }
    std::vector<Cause> causes;
    for (std::size_t i = 0; i < best.rules().size(); ++i) {
      RuleList others = best;
      others.remove(i);
      const Rule& r = best.rules()[i];
      causes.push_back({r.ids, RuleList::placed(r, others.cells()).saves});
      std::ranges::sort(causes.back().ids);
    }
    std::erase_if(causes, [](const Cause& cause) { return cause.tells <= 0; });
    std::ranges::sort(causes, [](const Cause& a, const Cause& b) {
      return a.tells != b.tells ? a.tells > b.tells : a.ids < b.ids;
    });
    return causes;
  }

 private:
  struct Tried {
    Id id;
    const Bits* has;
    double price;
  };

  /// Adds rules as long as they save bits, and then changes them. The next rule is that for which
  /// the bits that it saves, times the share of its examples that fail to the power of `purity`,
  /// are most.
  void search(double purity) {
    for (bool grows = true; grows;) {
      grows = false;
      while (list_.rules().size() < kMostCauses) {
        const Rule next = grown(purity);
        if (next.saves < least()) break;
        list_.insert(next);
        grows = true;
        // Without purity, what comes next depends on what the first rules become.
        if (purity == 0) break;
      }
      if (!grows) return;
      const std::size_t before = list_.rules().size();
      refine();
      // A rule that is given up would only come again.
      if (list_.rules().size() < before) return;
    }
  }

  double least() const { return least_bits(tried_.size()); }

  static Rule narrower(const Rule& wide, const Tried& by) {
    Rule made{wide.ids, wide.met.with(*by.has), wide.price + by.price};
    made.ids.push_back(by.id);
    return made;
  }

  /// The rule that saves most bits beside those that there are, found by a beam.
  Rule grown(double purity) const {
    const Cells now = list_.cells();
    Rule best = list_.rule({});
    double most = 0;
    const auto worth = [&](const Rule& r) {
      if (r.saves <= 0) return r.saves;
      return r.saves * std::pow(FailureCount::of(r.met, of_.failing, of_.passing).rate(), purity);
    };
    std::vector<Rule> beam{best};
    for (std::size_t depth = 0; depth < kDepth && !beam.empty(); ++depth) {
      // The same examples may be met by several sets, of which the cheapest one is kept.
      std::map<std::pair<double, std::size_t>, Rule> next;
      for (const Rule& wide : beam)
        for (const Tried& t : tried_) {
          if (std::ranges::find(wide.ids, t.id) != wide.ids.end()) continue;
          Rule r = RuleList::placed(narrower(wide, t), now);
          if (r.saves <= (depth < 1 ? -kSlack : wide.saves)) continue;
          if (next.size() >= kWidth && -r.saves >= std::prev(next.end())->first.first) continue;
          const auto key = std::pair(-r.saves, r.met.hash());
          next.try_emplace(key, std::move(r));
          if (next.size() > kWidth) next.erase(std::prev(next.end()));
        }
      beam.clear();
      for (auto& [key, r] : next) {
        if (const double w = worth(r); w > most) {
          most = w;
          best = r;
        }
        beam.push_back(std::move(r));
      }
    }
    return best;
  }

  /// Changes one rule by one property, or removes or joins some, as long as that saves bits.
  void refine() {
    constexpr int kMostChanges = 32;
    double cost = list_.cost();
    for (int change = 0; change < kMostChanges; ++change) {
      std::optional<RuleList> best = with_one_changed();
      if (!best || best->cost() >= cost) best = with_two_joined();
      if (!best || best->cost() >= cost) return;
      list_ = std::move(*best);
      cost = list_.cost();
    }
  }

  std::optional<RuleList> with_one_changed() {
    double most = 0;
    std::optional<RuleList> best;
    for (std::size_t i = 0; i < list_.rules().size(); ++i) {
      RuleList others = list_;
      others.remove(i);
      const Cells cells = others.cells();
      const double saved = std::max(RuleList::placed(list_.rules()[i], cells).saves, 0.0);
      const Rule changed = changed_best(list_.rules()[i], cells);
      const double more = std::max(changed.saves, 0.0) - saved;
      if (best && more <= most) continue;
      most = more;
      if (changed.saves > 0) others.insert(changed);
      best = std::move(others);
    }
    return best;
  }

  /// The rules, where two that differ by a value of one knob are one, if that saves bits.
  std::optional<RuleList> with_two_joined() {
    double least = list_.cost();
    std::optional<RuleList> best;
    for (std::size_t i = 0; i < list_.rules().size(); ++i)
      for (std::size_t j = i + 1; j < list_.rules().size(); ++j) {
        const auto ids = joined(list_.rules()[i].ids, list_.rules()[j].ids);
        if (!ids) continue;
        RuleList others = list_;
        others.remove(j);
        others.remove(i);
        others.insert(RuleList::placed(others.rule(*ids), others.cells()));
        const double cost = others.cost();
        if (cost >= least) continue;
        least = cost;
        best = std::move(others);
      }
    return best;
  }

  /// The set that has both values of the knob of which two sets, otherwise equal, have one each.
  std::optional<Ids> joined(Ids a, Ids b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    Ids both, of_a, of_b;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    std::ranges::set_difference(a, both, std::back_inserter(of_a));
    std::ranges::set_difference(b, both, std::back_inserter(of_b));
    if (of_a.size() != 1 || of_b.size() != 1) return std::nullopt;
    const std::string knob = properties_[of_a[0]].knob;
    if (knob.empty() || properties_[of_b[0]].knob != knob) return std::nullopt;
    Ids values = values_of(of_a[0]);
    for (const Id id : values_of(of_b[0]))
      if (std::ranges::find(values, id) == values.end()) values.push_back(id);
    if (values.size() > kMostValues) return std::nullopt;
    both.push_back(properties_.either(values));
    return both;
  }

  Ids values_of(Id id) const {
    const Ids& any_of = properties_[id].any_of;
    return any_of.empty() ? Ids{id} : any_of;
  }

  /// What the rule becomes by a change of one property that saves most bits.
  Rule changed_best(const Rule& r, const Cells& others) {
    Rule best = RuleList::placed(r, others);
    const auto consider = [&](Rule changed) {
      changed = RuleList::placed(std::move(changed), others);
      if (changed.saves > best.saves) best = std::move(changed);
    };
    for (std::size_t at = 0; at <= r.ids.size(); ++at) {
      Ids left = r.ids;
      if (at < r.ids.size())
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
      else if (r.ids.size() >= kDepth)
        break;
      const Rule wide = list_.rule(left);
      if (!left.empty()) consider(wide);
      for (const Tried& t : tried_)
        if (std::ranges::find(r.ids, t.id) == r.ids.end()) consider(narrower(wide, t));
      if (at == r.ids.size()) break;
      for (const Id other : with_other_values(r.ids[at])) {
        Ids ids = left;
        ids.push_back(other);
        consider(list_.rule(std::move(ids)));
      }
    }
    return best;
  }

  /// The property with one value more of its knob, or one less.
  Ids with_other_values(Id id) {
    Ids all;
    const std::string knob = properties_[id].knob;
    if (knob.empty()) return all;
    const Ids values = values_of(id);
    for (std::size_t v = 0; values.size() > 1 && v < values.size(); ++v) {
      Ids fewer = values;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(v));
      all.push_back(properties_.either(fewer));
    }
    Ids more;
    for (const auto& [one, has] : of_.has)
      if (properties_[one].knob == knob && properties_[one].any_of.empty() &&
          std::ranges::find(values, one) == values.end())
        more.push_back(one);
    // Nearly all values of a knob are named by none of them.
    if (values.size() >= kMostValues || more.size() < 2) return all;
    for (const Id one : more) {
      if (!of_.has.at(one).meets(of_.failing)) continue;
      Ids wider = values;
      wider.push_back(one);
      all.push_back(properties_.either(wider));
    }
    return all;
  }

  const CauseExamples& of_;
  Properties& properties_;
  std::vector<Tried> tried_;
  RuleList list_;
};

}  // namespace

double least_bits(std::size_t properties) {
  constexpr double kLeast = 4;
  return std::max(kLeast, std::log2(static_cast<double>(properties)));
}

std::vector<Cause> find_causes(const CauseExamples& examples, Properties& properties) {
  return CauseSearch(examples, properties).run();
}

}  // namespace assay::conformance
