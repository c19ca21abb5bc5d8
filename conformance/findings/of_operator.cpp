// A set of properties is searched for by a beam. A set is scored by the bits that it saves in a
// description of the failing cases. Each property must save more bits than its price, which is what
// its name costs, or a tenth of that where failures are known to need it. So a
// short set that a few passing cases have, too, is better than many long ones without any.
#include "conformance/findings/of_operator.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string>

namespace assay::conformance {

namespace {

using Id = Properties::Id;
using Ids = std::vector<Id>;

/// The bits that it takes to say which of so many examples failed.
double length(double failing, double passing) {
  if (failing == 0 || passing == 0) return 0;
  const double all = failing + passing;
  return failing * std::log2(all / failing) + passing * std::log2(all / passing);
}

}  // namespace

OfOperator::OfOperator(const std::vector<Example>& examples, std::vector<std::size_t> which,
                       Properties& properties)
    : which_(std::move(which)),
      properties_(properties),
      left_(which_.size()),
      passed_(which_.size()) {
  for (std::size_t i = 0; i < which_.size(); ++i) {
    const Example& e = examples[which_[i]];
    (e.failed ? left_ : passed_).set(i);
    for (const Id id : e.properties) has_.try_emplace(id, which_.size()).first->second.set(i);
    for (const Id id : e.needed) needed_.try_emplace(id, which_.size()).first->second.set(i);
  }
  Ids met;
  for (const auto& [id, has] : has_) met.push_back(id);
  for (const Id id : met)
    for (const Id bound : properties_.bounds_of(id)) {
      if (has_.contains(bound)) continue;
      // A bound that all examples meet tells nothing.
      Bits bits = those_of(bound);
      if (bits.count() < which_.size()) has_.emplace(bound, std::move(bits));
    }
}

double OfOperator::least() const {
  constexpr double kLeast = 4;
  return std::max(kLeast, std::log2(static_cast<double>(has_.size())));
}

std::optional<std::pair<Ids, double>> OfOperator::best() const {
  Found best = searched();
  best = widened(best);
  if (best.ids.empty() || best.score < least()) return std::nullopt;
  std::ranges::sort(best.ids);
  return std::pair{best.ids, best.score};
}

std::optional<Ids> OfOperator::common() const {
  constexpr std::size_t kMost = 160, kMostInThree = 80;
  const Ids needed = needed_by_all();
  const Bits passed = those_with(needed).with(passed_);
  if (!needed.empty() && passed.count() == 0) return needed;
  Ids ids;
  for (const auto& [id, has] : has_)
    if (has.contains(left_) && !has.contains(passed)) ids.push_back(id);
  std::ranges::sort(ids, {}, [&](Id id) { return std::pair(properties_[id].cost, id); });
  std::optional<Ids> best;
  unsigned least = 0;
  const auto consider = [&](std::initializer_list<Id> chosen) {
    unsigned cost = 0;
    for (const Id id : chosen) cost += properties_[id].cost;
    if (best && cost >= least) return;
    best = needed;
    best->insert(best->end(), chosen.begin(), chosen.end());
    std::ranges::sort(*best);
    least = cost;
  };
  const std::size_t n = std::min(ids.size(), kMost), m = std::min(ids.size(), kMostInThree);
  for (std::size_t i = 0; i < n; ++i)
    if (!has_.at(ids[i]).meets(passed)) consider({ids[i]});
  for (std::size_t i = 0; !best && i < n; ++i) {
    const Bits one = has_.at(ids[i]).with(passed);
    for (std::size_t j = i + 1; j < n; ++j)
      if (!has_.at(ids[j]).meets(one)) consider({ids[i], ids[j]});
  }
  for (std::size_t i = 0; !best && i < m; ++i)
    for (std::size_t j = i + 1; j < m; ++j) {
      const Bits both = has_.at(ids[i]).with(has_.at(ids[j])).with(passed);
      for (std::size_t k = j + 1; k < m; ++k)
        if (!has_.at(ids[k]).meets(both)) consider({ids[i], ids[j], ids[k]});
    }
  return best;
}

std::optional<Ids> OfOperator::guessed() const {
  constexpr std::size_t kMost = 3;
  constexpr double kOfCost = 0.5;
  Ids ids = needed_by_all();
  double told_by_all = told(ids);
  for (std::size_t guesses = 0; guesses < kMost; ++guesses) {
    std::optional<Id> best;
    double most = 0;
    for (const auto& [id, has] : has_) {
      if (!has.contains(left_)) continue;
      Ids more = ids;
      more.push_back(id);
      const double tells = told(more) - told_by_all;
      const double score = tells - kOfCost * properties_[id].cost;
      if (tells < least() || (best && score <= most)) continue;
      best = id;
      most = score;
    }
    if (!best) break;
    ids.push_back(*best);
    told_by_all = told(ids);
  }
  std::ranges::sort(ids);
  return ids.empty() ? std::nullopt : std::optional(ids);
}

double OfOperator::told(const Ids& ids) const {
  const Bits met = those_with(ids);
  return told(met.count_with(left_), met.count_with(passed_));
}

double OfOperator::price(const Ids& ids) const {
  constexpr double kOfOne = 8, kOfNeeded = 0.1;
  double price = 0;
  for (const Id id : ids)
    price += (kOfOne + properties_[id].cost) * (1 - (1 - kOfNeeded) * needed_share(id));
  return price;
}

double OfOperator::needed_share(Id id) const {
  const std::vector<Id>& any_of = properties_[id].any_of;
  if (any_of.empty()) {
    const auto by = needed_.find(id);
    return by != needed_.end() && 2 * by->second.count_with(left_) > has_.at(id).count_with(left_);
  }
  double share = 0;
  for (const Id one : any_of) share += needed_share(one) / static_cast<double>(any_of.size());
  return share;
}

Ids OfOperator::needed_by_all() const {
  Ids ids;
  for (const auto& [id, by] : needed_)
    if (by.contains(left_)) ids.push_back(id);
  return ids;
}

std::vector<std::size_t> OfOperator::take(const Ids& ids) {
  const Bits met = those_with(ids).with(left_);
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < which_.size(); ++i)
    if (met.has(i)) taken.push_back(which_[i]);
  left_.remove(met);
  return taken;
}

Bits OfOperator::everything() const {
  Bits all = left_;
  all.add(passed_);
  return all;
}

Bits OfOperator::those_of(Id id) const {
  Bits bits(which_.size());
  const std::vector<Id>& any_of = properties_[id].any_of;
  for (const Id one : any_of.empty() ? std::vector<Id>{id} : any_of)
    if (const auto found = has_.find(one); found != has_.end()) bits.add(found->second);
  return bits;
}

Bits OfOperator::those_with(const Ids& ids) const {
  Bits met = everything();
  for (const Id id : ids) met = met.with(those_of(id));
  return met;
}

double OfOperator::told(std::size_t failing, std::size_t passing) const {
  const auto f = static_cast<double>(failing), p = static_cast<double>(passing);
  const auto all_f = static_cast<double>(left_.count()),
             all_p = static_cast<double>(passed_.count());
  const double bits = length(all_f, all_p) - length(f, p) - length(all_f - f, all_p - p);
  return f * all_p > p * all_f ? bits : -bits;
}

double OfOperator::told_by_each(const Ids& values, const Bits& met) const {
  auto rest_f = static_cast<double>(left_.count()), rest_p = static_cast<double>(passed_.count());
  const double all_f = rest_f, all_p = rest_p;
  double bits = length(all_f, all_p);
  for (const Id id : values) {
    const Bits with = has_.at(id).with(met);
    const auto f = static_cast<double>(with.count_with(left_)),
               p = static_cast<double>(with.count_with(passed_));
    if (f * all_p <= p * all_f) return 0;
    bits -= length(f, p);
    rest_f -= f;
    rest_p -= p;
  }
  return bits - length(rest_f, rest_p);
}

double OfOperator::worth(double score, const Bits& met) const {
  const auto f = static_cast<double>(met.count_with(left_)),
             p = static_cast<double>(met.count_with(passed_));
  return score <= 0 ? score : score * std::pow(f / (f + p), kOfPurity);
}

OfOperator::Found OfOperator::searched() const {
  constexpr std::size_t kWidth = 32, kDepth = 4;
  const Found nothing{{}, everything(), 0, 0};
  std::vector<Found> beam{nothing};
  Found best = nothing;
  for (std::size_t depth = 0; depth < kDepth && !beam.empty(); ++depth) {
    // The same examples may be met by several sets, of which the cheapest one is kept.
    std::map<std::pair<double, std::size_t>, std::pair<std::size_t, Id>> next;
    for (std::size_t b = 0; b < beam.size(); ++b)
      for (const auto& [id, has] : has_) {
        if (std::ranges::find(beam[b].ids, id) != beam[b].ids.end()) continue;
        const std::size_t met = has.count_with(beam[b].met);
        if (met == 0) continue;
        const Bits both = has.with(beam[b].met);
        const std::size_t failing = both.count_with(left_);
        const double score = told(failing, met - failing) - price(beam[b].ids) - price({id});
        if (score <= (depth < 1 ? -kSlack : beam[b].score)) continue;
        next.try_emplace({-score, both.hash()}, b, id);
        if (next.size() > kWidth) next.erase(std::prev(next.end()));
      }
    std::vector<Found> wider;
    for (const auto& [place, from] : next) {
      Found more = beam[from.first];
      more.ids.push_back(from.second);
      more.met = more.met.with(has_.at(from.second));
      more.score = -place.first;
      more.worth = worth(more.score, more.met);
      if (more.worth > best.worth) best = more;
      wider.push_back(std::move(more));
    }
    beam = std::move(wider);
  }
  return best;
}

OfOperator::Found OfOperator::widened(Found found) const {
  constexpr std::size_t kMostValues = 4;
  for (std::size_t at = 0; at < found.ids.size(); ++at) {
    const std::string knob = properties_[found.ids[at]].knob;
    if (knob.empty()) continue;
    Ids values;
    std::size_t of_knob = 0;
    for (const auto& [id, has] : has_) {
      const Properties::Property& p = properties_[id];
      of_knob += p.knob == knob && p.any_of.empty();
    }
    values.push_back(found.ids[at]);
    for (bool better = true; better && values.size() < kMostValues;) {
      better = false;
      const Ids now = values;
      for (const auto& [id, has] : has_) {
        if (properties_[id].knob != knob || std::ranges::find(now, id) != now.end()) continue;
        if (now.size() + 2 > of_knob) continue;
        Ids tried = now;
        tried.push_back(id);
        Found more = found;
        more.ids[at] = properties_.either(tried);
        Ids others = found.ids;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
        // The cases of one value may fail more often than those of another.
        more.met = those_with(more.ids);
        more.score = told_by_each(tried, those_with(others)) - price(more.ids);
        more.worth = worth(more.score, more.met);
        if (more.worth <= found.worth) continue;
        found = std::move(more);
        values = tried;
        better = true;
      }
    }
  }
  return found;
}

}  // namespace assay::conformance
