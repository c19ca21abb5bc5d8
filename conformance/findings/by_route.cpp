// Separations are divided into single values. What is the same is put together again.
#include "conformance/findings/by_route.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace assay::conformance {
namespace {

using Id = Properties::Id;
using Ids = std::vector<Id>;

/// Failing examples that have the same value of each of some fields, or one of several.
struct Group {
  /// For each of the fields, its values, ascending.
  std::vector<Ids> values;
  std::vector<std::size_t> failing;
  /// How many of them failed in which way.
  std::map<std::string, std::size_t> failures;
};

/// Whether the shares of the ways to fail differ by no more than chance may have it.
bool fail_alike(const Group& a, const Group& b) {
  constexpr double kMost = 0.25;
  double more = 0;
  for (const auto& [failure, count] : a.failures) {
    const auto other = b.failures.find(failure);
    const double of_b = other == b.failures.end() ? 0 : static_cast<double>(other->second);
    more += std::max(0.0, static_cast<double>(count) / static_cast<double>(a.failing.size()) -
                              of_b / static_cast<double>(b.failing.size()));
  }
  return more <= kMost;
}

class Grouping {
 public:
  Grouping(const std::vector<Example>& examples, Properties& properties)
      : examples_(examples), properties_(properties) {}

  bool is_by_route(const Separation& s) const {
    const auto is_field = [&](Id id) { return properties_[id].of == Knob::Of::Field; };
    return std::ranges::any_of(s.all_of, is_field) && std::ranges::all_of(s.all_of, [&](Id id) {
             return is_field(id) || properties_[id].is_operator();
           });
  }

  void add(const Separation& s, const FailureOf& failure_of) {
    for (const std::size_t e : s.failing) {
      const std::string failure = failure_of(e);
      if (failure.empty()) continue;
      std::vector<Ids> values;
      for (const Id id : s.all_of)
        if (!properties_[id].is_operator()) values.push_back({value_of(id, e)});
      std::ranges::sort(values);
      const auto found = std::ranges::find(groups_, values, &Group::values);
      Group& group = found == groups_.end() ? groups_.emplace_back(Group{values, {}, {}}) : *found;
      group.failing.push_back(e);
      ++group.failures[failure];
    }
  }

  std::vector<Separation> separations() {
    while (join_two()) continue;
    std::vector<Separation> all;
    for (Group& group : groups_) all.push_back(separation_of(group));
    return all;
  }

 private:
  /// The value that an example has, of those of the property.
  Id value_of(Id id, std::size_t e) const {
    for (const Id one : properties_[id].any_of)
      if (properties_.holds(one, examples_[e].properties)) return one;
    return id;
  }

  /// Puts two groups together that fail alike and differ in one field. Gives false if
  /// there are none.
  bool join_two() {
    for (auto a = groups_.begin(); a != groups_.end(); ++a)
      for (auto b = a + 1; b != groups_.end(); ++b) {
        const auto field = fail_alike(*a, *b) ? only_difference(*a, *b) : std::nullopt;
        if (!field) continue;
        Ids& values = a->values[*field];
        const Ids& more = b->values[*field];
        values.insert(values.end(), more.begin(), more.end());
        std::ranges::sort(values);
        a->failing.insert(a->failing.end(), b->failing.begin(), b->failing.end());
        for (const auto& [failure, count] : b->failures) a->failures[failure] += count;
        groups_.erase(b);
        return true;
      }
    return false;
  }

  std::optional<std::size_t> only_difference(const Group& a, const Group& b) const {
    std::optional<std::size_t> field;
    if (a.values.size() != b.values.size()) return field;
    for (std::size_t f = 0; f < a.values.size(); ++f) {
      if (a.values[f] == b.values[f]) continue;
      if (field || properties_[a.values[f][0]].knob != properties_[b.values[f][0]].knob)
        return std::nullopt;
      field = f;
    }
    return field;
  }

  Separation separation_of(Group& group) {
    Separation s;
    for (const Ids& values : group.values) s.all_of.push_back(properties_.either(values));
    std::ranges::sort(group.failing);
    s.failing = std::move(group.failing);
    std::set<Id> operators;
    for (const std::size_t e : s.failing) operators.insert(operator_of(examples_[e]));
    bool is_elsewhere = false;
    for (const Example& e : examples_) {
      if (e.failed || !has_all(s.all_of, e)) continue;
      const bool own = operators.contains(operator_of(e));
      s.passing += own;
      is_elsewhere |= !own;
    }
    // Where other operators have such cases, too, the operator is part of the cause.
    if (is_elsewhere) s.all_of.push_back(properties_.either({operators.begin(), operators.end()}));
    std::ranges::sort(s.all_of);
    return s;
  }

  bool has_all(const Ids& ids, const Example& e) const {
    return std::ranges::all_of(ids, [&](Id id) { return properties_.holds(id, e.properties); });
  }
  Id operator_of(const Example& e) const {
    return *std::ranges::find_if(e.properties,
                                 [&](Id id) { return properties_[id].is_operator(); });
  }

  const std::vector<Example>& examples_;
  Properties& properties_;
  std::vector<Group> groups_;
};

}  // namespace

std::vector<Separation> grouped_by_route(std::vector<Separation> separations,
                                         const std::vector<Example>& examples,
                                         Properties& properties, const FailureOf& failure_of) {
  Grouping grouping(examples, properties);
  std::vector<Separation> all;
  for (Separation& s : separations)
    if (grouping.is_by_route(s))
      grouping.add(s, failure_of);
    else
      all.push_back(std::move(s));
  std::ranges::move(grouping.separations(), std::back_inserter(all));
  return all;
}

}  // namespace assay::conformance
