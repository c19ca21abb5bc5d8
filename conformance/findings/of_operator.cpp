// Each property has a price in bits: what its name costs, or a tenth of that where failures are
// known to need it.
#include "conformance/findings/of_operator.h"

#include <algorithm>
#include <initializer_list>

namespace assay::conformance {

namespace {

using Id = Properties::Id;
using Ids = std::vector<Id>;

}  // namespace

OfOperator::OfOperator(const std::vector<Example>& examples, std::vector<std::size_t> which,
                       Properties& properties)
    : which_(std::move(which)),
      properties_(properties),
      left_(which_.size()),
      passed_(which_.size()),
      open_(which_.size()) {
  for (std::size_t i = 0; i < which_.size(); ++i) {
    const Example& e = examples[which_[i]];
    (e.failed ? left_ : passed_).set(i);
    for (const Id id : e.properties) has_.try_emplace(id, which_.size()).first->second.set(i);
    for (const Id id : e.needed) needed_.try_emplace(id, which_.size()).first->second.set(i);
  }
  open_ = passed_;
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

std::optional<Ids> OfOperator::best() const {
  const auto causes =
      find_causes({has_, left_, open_, [this](const Ids& ids) { return price(ids); },
                   [this](Id id) { return those_of(id); }},
                  properties_);
  return causes.empty() ? std::nullopt : std::optional(causes[0].ids);
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
  const double least = least_bits(has_.size());
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
      if (tells < least || (best && score <= most)) continue;
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
  const auto count = [&](const Bits& bits) { return FailureCount::of(bits, left_, open_); };
  const FailureCount all = count(everything()), of_set = count(met), others = all - of_set;
  const double bits =
      all.description_length() - of_set.description_length() - others.description_length();
  return of_set.rate() > others.rate() ? bits : -bits;
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
  const Bits all = those_with(ids), met = all.with(left_);
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < which_.size(); ++i)
    if (met.has(i)) taken.push_back(which_[i]);
  left_.remove(met);
  open_.remove(all);
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

}  // namespace assay::conformance
