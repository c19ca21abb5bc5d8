#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/findings/bits.h"
#include "conformance/findings/causes.h"
#include "conformance/findings/separate.h"

namespace assay::conformance {

/// The examples of one operator.
class OfOperator {
 public:
  OfOperator(const std::vector<Example>& examples, std::vector<std::size_t> which,
             Properties& properties);

  bool done() const { return left_.count() == 0; }
  std::size_t left() const { return left_.count(); }
  std::size_t passed() const { return passed_.count(); }

  /// The set of properties that tells most of which cases fail. Nothing where no set tells enough.
  std::optional<std::vector<Properties::Id>> best() const;

  /// What all failing cases that are not explained yet are known to need, and up to three more
  /// properties. Each of these cases has all of them; no passing case has all of them. Of several
  /// such sets, the one with the least cost.
  std::optional<std::vector<Properties::Id>> common() const;

  /// What all failing cases which are left are known to need, and a few of the properties that they
  /// have, each of which tells something beside those before it. They are a guess that other cases
  /// may confirm.
  std::optional<std::vector<Properties::Id>> guessed() const;

  /// What a set tells of the cases of this operator, in bits, without what it takes to name it.
  double told(const std::vector<Properties::Id>& ids) const;
  /// What a set must tell more than, in bits. Properties that failures are known to need are hardly
  /// in doubt, so their price is low.
  double price(const std::vector<Properties::Id>& ids) const;

  /// How many passing cases, and failing ones that are left, have all properties of a set.
  std::size_t passing(const std::vector<Properties::Id>& ids) const {
    return those_with(ids).count_with(passed_);
  }
  std::size_t failing(const std::vector<Properties::Id>& ids) const {
    return those_with(ids).count_with(left_);
  }
  /// Takes the failing cases that have all properties of a set away, and gives their indices.
  std::vector<std::size_t> take(const std::vector<Properties::Id>& ids);

 private:
  Bits everything() const;
  Bits those_of(Properties::Id id) const;
  Bits those_with(const std::vector<Properties::Id>& ids) const;

  /// 1 where most of the failing examples that have the property and are not explained yet are
  /// known to need it, else 0. Of a property that is one of several: the share of these with 1.
  double needed_share(Properties::Id id) const;
  /// The properties that all failing examples need which are not explained yet.
  std::vector<Properties::Id> needed_by_all() const;

  /// The examples, as indices into all of them.
  std::vector<std::size_t> which_;
  Properties& properties_;
  /// For each property, the examples that have it.
  std::map<Properties::Id, Bits> has_;
  /// For each property that failing examples are known to need, these examples.
  std::map<Properties::Id, Bits> needed_;
  /// The failing examples that are not explained yet, and all passing ones.
  Bits left_, passed_;
  /// The passing examples that no set has which was taken. The others tell nothing of what is left:
  /// a failing example like them was taken.
  Bits open_;
};

}  // namespace assay::conformance
