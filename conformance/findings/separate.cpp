// Operators are looked at one by one, since kernels differ. The set of properties that tells most
// of which cases of an operator fail is tried on the other operators: those of which it tells as
// much as their own best one are of the same group. What no set tells of is explained by what all
// of it has in common, if passing cases never have that.
#include "conformance/findings/separate.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "conformance/findings/of_operator.h"

namespace assay::conformance {
namespace {

using Id = Properties::Id;
using Ids = std::vector<Id>;

/// The examples of all operators.
class Search {
 public:
  Search(const std::vector<Example>& examples, Properties& properties) : properties_(properties) {
    std::map<Id, std::vector<std::size_t>> which;
    for (std::size_t i = 0; i < examples.size(); ++i)
      for (const Id id : examples[i].properties)
        if (properties[id].is_operator()) which[id].push_back(i);
    for (auto& [id, of] : which) all_.try_emplace(id, examples, std::move(of), properties);
  }

  bool done() const {
    return std::ranges::all_of(all_, [](const auto& of) { return of.second.done(); });
  }

  /// The next group. With `last`, it has all failing examples that are left.
  Separation next(bool last) {
    // Where every example failed, none is separated from the others.
    const bool none_passed =
        std::ranges::all_of(all_, [](const auto& of) { return of.second.passed() == 0; });
    if (last || none_passed) return rest();
    std::optional<std::pair<Ids, std::vector<Id>>> best;
    double most = 0;
    for (const auto& [name, of] : all_) {
      if (of.done()) continue;
      if (!best_.contains(name)) best_[name] = of.best();
      if (!best_[name]) continue;
      const Ids& ids = *best_[name];
      std::vector<Id> alike = alike_in(ids, name);
      double score = -of.price(ids);
      for (const Id other : alike) score += all_.at(other).told(ids);
      if (best && score <= most) continue;
      most = score;
      best.emplace(ids, std::move(alike));
    }
    if (best) return taken(best->first, best->second);
    // Few failures of each of several operators are rather of one fault that shows at random.
    const bool is_of_few_operators =
        std::ranges::count_if(all_, [](const auto& of) { return !of.second.done(); }) < kSeveral;
    for (const auto& [name, of] : all_) {
      if (of.done()) continue;
      if (is_of_few_operators || of.left() > kFew) {
        auto common = of.common();
        if (!common) common = of.guessed();
        if (common) return taken(*common, alike_in(*common, name));
      }
      if (of.left() > of.passed()) return taken({}, {name});
    }
    return rest();
  }

 private:
  /// The operators of which a set tells nearly as much as any other set does. Variants of few
  /// operators have nothing in common but their names.
  std::vector<Id> alike_in(const Ids& ids, Id own) {
    constexpr double kNearly = 0.9, kLeast = 4;
    constexpr std::size_t kFewOperators = 3;
    std::vector<Id> alike;
    for (const auto& [name, of] : all_) {
      if (of.done()) continue;
      if (!best_.contains(name)) best_[name] = of.best();
      const double told = of.told(ids);
      const bool is_good =
          told > kLeast && (!best_[name] || told >= kNearly * of.told(*best_[name]));
      if (name == own || is_good) alike.push_back(name);
    }
    if (alike.size() > 1 && alike.size() <= kFewOperators && is_of_variant(ids)) return {own};
    return alike;
  }

  bool is_of_variant(const Ids& ids) const {
    return std::ranges::any_of(ids, [&](Id id) { return properties_[id].of == Knob::Of::Variant; });
  }

  Separation taken(const Ids& ids, const std::vector<Id>& operators) {
    Separation found{ids, {}, 0};
    for (const Id name : operators) {
      OfOperator& of = all_.at(name);
      found.passing += of.passing(ids);
      const auto more = of.take(ids);
      found.failing.insert(found.failing.end(), more.begin(), more.end());
      best_.erase(name);
    }
    std::ranges::sort(found.failing);
    // Where other operators have such cases, too, the operator is part of the cause, and where a
    // variant is: that of another operator has nothing in common with it but its name.
    bool is_of_these = operators.size() < all_.size() && is_of_variant(ids);
    for (const auto& [name, of] : all_)
      if (std::ranges::find(operators, name) == operators.end())
        is_of_these |= of.passing(ids) + of.failing(ids) > 0;
    if (is_of_these) found.all_of.push_back(properties_.either(operators));
    std::ranges::sort(found.all_of);
    return found;
  }

  /// All that is left, which has nothing in common.
  Separation rest() {
    Separation rest;
    for (auto& [name, of] : all_) {
      const auto more = of.take({});
      rest.failing.insert(rest.failing.end(), more.begin(), more.end());
      rest.passing += of.passed();
    }
    std::ranges::sort(rest.failing);
    return rest;
  }

  /// A few failures, and several operators.
  static constexpr std::size_t kFew = 2;
  static constexpr std::ptrdiff_t kSeveral = 3;

  Properties& properties_;
  /// By the property of being of the operator.
  std::map<Id, OfOperator> all_;
  /// The best set of each operator, where it is known.
  std::map<Id, std::optional<Ids>> best_;
};

}  // namespace

std::vector<Separation> separate(const std::vector<Example>& examples, Properties& properties,
                                 std::size_t most) {
  Search search(examples, properties);
  std::vector<Separation> all;
  while (!search.done()) all.push_back(search.next(all.size() + 1 >= most));
  return all;
}

}  // namespace assay::conformance
