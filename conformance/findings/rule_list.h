#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "conformance/findings/bits.h"
#include "conformance/findings/properties.h"

namespace assay::conformance {

/// How many examples fail and pass.
struct FailureCount {
  double failing = 0, passing = 0;

  /// How many of a set are among the failing and among the passing examples.
  static FailureCount of(const Bits& set, const Bits& failing, const Bits& passing) {
    return {static_cast<double>(set.count_with(failing)),
            static_cast<double>(set.count_with(passing))};
  }

  /// The bits that it takes to say which of them fail.
  double description_length() const;
  double all() const { return failing + passing; }
  double rate() const { return all() > 0 ? failing / all() : 0; }
  FailureCount& operator+=(const FailureCount& other) {
    failing += other.failing;
    passing += other.passing;
    return *this;
  }
  FailureCount operator-(const FailureCount& other) const {
    return {failing - other.failing, passing - other.passing};
  }
};

/// What is known of the examples of one operator when causes are looked for.
struct CauseExamples {
  /// For each property, the examples that have it.
  const std::map<Properties::Id, Bits>& has;
  /// The failing examples that are not explained yet, and passing ones.
  const Bits& failing;
  const Bits& passing;
  /// What it takes to name a set of properties, in bits.
  std::function<double(const std::vector<Properties::Id>&)> price;
  /// The examples that have a property. It may be one of several.
  std::function<Bits(Properties::Id)> those_of;
};

/// A description of which examples fail, by rules that decide one after the other: the examples of
/// a rule, without those of the rules before it, fail at one rate, and what no rule holds for fails
/// at another.
class RuleList {
 public:
  struct Rule {
    std::vector<Properties::Id> ids;
    /// The examples that have all these properties.
    Bits met;
    /// What it takes to name them, how many bits the rule saved beside that when it was placed, and
    /// where it was placed best.
    double price = 0, saves = 0;
    std::size_t place = 0;
  };
  /// The examples that a rule decides.
  struct Cell {
    Bits failing, passing;
    FailureCount count;
  };

  /// `examples` must outlive the list.
  explicit RuleList(const CauseExamples& examples);

  const std::vector<Rule>& rules() const { return rules_; }
  Rule rule(std::vector<Properties::Id> ids) const;

  /// The cell of each rule, in the order in which they decide, and at the end that of no rule.
  std::vector<Cell> cells() const;
  /// The bits that describe which examples fail, with the names of the rules' properties.
  double cost() const;

  /// The rule where it saves most bits beside those of these cells. Its examples must fail more
  /// often than those behind it, so that a rule never says what passes: a failing example lacks the
  /// properties that its failure does not need, and would seem to pass because of them.
  static Rule placed(Rule r, const std::vector<Cell>& cells);

  void insert(const Rule& r) {
    rules_.insert(rules_.begin() + static_cast<std::ptrdiff_t>(r.place), r);
  }
  void remove(std::size_t i) { rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(i)); }

 private:
  const CauseExamples* examples_;
  Bits all_;
  /// In the order in which they decide.
  std::vector<Rule> rules_;
};

}  // namespace assay::conformance
