// Groups are found one after the other. If some properties are common to all failing examples, all
// sets of up to three of these are tried, the likeliest first. Where passing examples have each
// such set, either several causes are mixed, or a fault does not show in each case. Causes are
// mixed if some other set explains many of the examples and no passing one; these examples are set
// aside then, and the rest is explained in the same way.
#include "conformance/findings/separate.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace assay::conformance {
namespace {

using Id = Properties::Id;

/// A set of examples.
class Bits {
 public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  bool has(std::size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  std::size_t count() const {
    std::size_t n = 0;
    for (const std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }
  Bits with(const Bits& other) const {
    Bits both = *this;
    for (std::size_t w = 0; w < words_.size(); ++w) both.words_[w] &= other.words_[w];
    return both;
  }
  bool meets(const Bits& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (words_[w] & other.words_[w]) return true;
    return false;
  }
  void remove(const Bits& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
  }
  bool contains(const Bits& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (other.words_[w] & ~words_[w]) return false;
    return true;
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// A set of properties with the examples that have all of them.
struct Candidate {
  std::vector<Id> ids;
  Bits failing, passing;
  unsigned cost = 0;
};

class Search {
 public:
  Search(const std::vector<Example>& examples, Properties& properties)
      : examples_(examples),
        properties_(properties),
        failing_(properties.size(), Bits(examples.size())),
        passing_(properties.size(), Bits(examples.size())),
        left_(examples.size()),
        passed_(examples.size()) {
    for (std::size_t i = 0; i < examples.size(); ++i) {
      (examples[i].failed ? left_ : passed_).set(i);
      for (const Id id : examples[i].properties)
        (examples[i].failed ? failing_ : passing_)[id].set(i);
    }
    for (Id id = 0; id < properties_.size(); ++id)
      if (!properties_[id].any_of.empty()) fill(id);
  }

  bool done() const { return left_.count() == 0; }

  /// The next group. With `last`, it has all failing examples that are left.
  Separation next(bool last) {
    add_alternatives();
    const Candidate best = chosen(those_of_all(), last);
    Separation found{best.ids, {}, best.passing.count()};
    const Bits explained = best.failing.with(left_);
    for (std::size_t i = 0; i < examples_.size(); ++i)
      if (explained.has(i)) found.failing.push_back(i);
    left_.remove(explained);
    std::sort(found.all_of.begin(), found.all_of.end());
    return found;
  }

 private:
  Candidate chosen(const std::vector<Id>& common, bool last) const {
    // Where every example failed, none is separated from the others.
    if (passed_.count() == 0) return none();
    if (const auto exact = smallest_of(common)) return *exact;
    const Candidate near = nearest(common);
    if (last || precision(near) > 0.5) return tells(near) ? near : none();
    const auto wide = widest();
    if (wide && (!tells(near) || 5 * wide->failing.count() >= left_.count())) return *wide;
    return tells(near) ? near : none();
  }

  /// The share of failing examples among those that have all properties of a candidate.
  static double precision(const Candidate& c) {
    const auto failing = static_cast<double>(c.failing.count());
    return failing / (failing + static_cast<double>(c.passing.count()));
  }

  /// Whether failing examples have the properties of a candidate three times as often as passing
  /// ones.
  bool tells(const Candidate& c) const {
    return 3 * c.passing.count() * left_.count() <= c.failing.count() * passed_.count();
  }

  /// Adds, for each knob of which the failing examples that are left have two or three values, the
  /// property of having one of these.
  void add_alternatives() {
    constexpr std::size_t kMost = 3;
    std::map<std::string, std::vector<Id>> values, all;
    for (Id id = 0; id < properties_.size(); ++id) {
      const Properties::Property& p = properties_[id];
      if (p.knob.empty() || !p.any_of.empty()) continue;
      all[p.knob].push_back(id);
      if (failing_[id].meets(left_)) values[p.knob].push_back(id);
    }
    for (auto& [knob, ids] : values) {
      if (ids.size() < 2 || ids.size() > kMost || ids.size() + 1 >= all[knob].size()) continue;
      // The text must not depend on which value was met first: a finding's key follows from it.
      std::ranges::sort(ids, {}, [&](Id id) { return properties_[id].value; });
      Properties::Property either{knob + "=" + properties_[ids[0]].value, 0, knob, {}, ids};
      for (std::size_t i = 1; i < ids.size(); ++i)
        either.text += " or " + properties_[ids[i]].value;
      either.cost = properties_[ids[0]].cost + static_cast<unsigned>(ids.size());
      const Id id = properties_.id_of(std::move(either));
      if (id < failing_.size()) continue;
      failing_.emplace_back(examples_.size());
      passing_.emplace_back(examples_.size());
      fill(id);
    }
  }

  void fill(Id id) {
    for (std::size_t i = 0; i < examples_.size(); ++i)
      if (properties_.holds(id, examples_[i].properties))
        (examples_[i].failed ? failing_ : passing_)[id].set(i);
  }

  Candidate none() const { return {{}, left_, passed_, 0}; }

  Candidate with(const Candidate& c, Id id) const {
    Candidate more{c.ids, c.failing.with(failing_[id]), c.passing.with(passing_[id]),
                   c.cost + properties_[id].cost};
    more.ids.push_back(id);
    return more;
  }

  /// The properties that all failing examples that are left have, the likeliest causes first.
  /// Properties that all passing examples have, too, tell nothing.
  std::vector<Id> those_of_all() const {
    std::vector<Id> ids;
    for (Id id = 0; id < properties_.size(); ++id)
      if (failing_[id].contains(left_) && !passing_[id].contains(passed_)) ids.push_back(id);
    std::ranges::sort(ids, {}, [&](Id id) { return std::pair(properties_[id].cost, id); });
    return ids;
  }

  /// The smallest set of these properties, of up to three, that no passing example has; of several
  /// the one with the least cost.
  std::optional<Candidate> smallest_of(const std::vector<Id>& ids) const {
    constexpr std::size_t kMost = 160, kMostInThree = 80;
    std::optional<Candidate> best;
    const auto consider = [&](std::initializer_list<Id> chosen) {
      Candidate c = none();
      for (const Id id : chosen) c = with(c, id);
      if (!best || c.cost < best->cost) best = std::move(c);
    };
    const std::size_t n = std::min(ids.size(), kMost), m = std::min(ids.size(), kMostInThree);
    for (std::size_t i = 0; i < n; ++i)
      if (!passing_[ids[i]].meets(passed_)) consider({ids[i]});
    if (best) return best;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j)
        if (!passing_[ids[i]].meets(passing_[ids[j]])) consider({ids[i], ids[j]});
    if (best) return best;
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = i + 1; j < m; ++j) {
        const Bits both = passing_[ids[i]].with(passing_[ids[j]]);
        for (std::size_t k = j + 1; k < m; ++k)
          if (!passing_[ids[k]].meets(both)) consider({ids[i], ids[j], ids[k]});
      }
    return best;
  }

  /// The set of up to four properties that explains most of the failing examples that are left, and
  /// no passing one. It must explain at least two.
  std::optional<Candidate> widest() const {
    constexpr std::size_t kWidth = 48, kDepth = 4;
    std::vector<Candidate> beam{none()};
    std::optional<Candidate> best;
    std::size_t explained = 1;
    for (std::size_t depth = 0; depth < kDepth; ++depth) {
      std::vector<std::pair<double, Candidate>> next;
      for (const Candidate& c : beam)
        for (Id id = c.ids.empty() ? 0 : c.ids.back() + 1; id < properties_.size(); ++id) {
          if (!failing_[id].meets(c.failing)) continue;
          Candidate more = with(c, id);
          const std::size_t failing = more.failing.count(), passing = more.passing.count();
          if (failing <= explained) continue;
          if (passing == 0) {
            explained = failing;
            best = std::move(more);
          } else if (passing < c.passing.count()) {
            const double share =
                static_cast<double>(failing) / static_cast<double>(failing + passing);
            next.emplace_back(share * static_cast<double>(failing), std::move(more));
          }
        }
      const std::size_t kept = std::min(kWidth, next.size());
      std::partial_sort(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(kept), next.end(),
                        [](const auto& a, const auto& b) { return a.first > b.first; });
      beam.clear();
      for (std::size_t i = 0; i < kept; ++i) beam.push_back(std::move(next[i].second));
    }
    return best;
  }

  /// A few of these properties, each of which the fewest passing examples have beside those before
  /// it.
  Candidate nearest(const std::vector<Id>& ids) const {
    constexpr std::size_t kMost = 3;
    Candidate c = none();
    while (c.ids.size() < kMost) {
      std::optional<Candidate> best;
      for (const Id id : ids) {
        Candidate more = with(c, id);
        if (2 * more.passing.count() > c.passing.count()) continue;
        if (!best || more.passing.count() < best->passing.count()) best = std::move(more);
      }
      if (!best) break;
      c = std::move(*best);
    }
    return c;
  }

  const std::vector<Example>& examples_;
  Properties& properties_;
  /// For each property, the failing and the passing examples that have it.
  std::vector<Bits> failing_, passing_;
  /// The failing examples that are not explained yet, and all passing ones.
  Bits left_, passed_;
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
