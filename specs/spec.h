#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/expression.h"
#include "specs/level.h"

namespace assay::specs {

/// What a rule speaks about: the level, one aspect of a tensor, an array's length, a member's
/// value.
enum class Aspect : std::uint8_t {
  Level,
  DataType,
  Dimensions,
  Sizes,
  Strides,
  Bytes,
  Alignment,
  Length,
  Value
};

/// The rules that hold for every operator. They are C++ (generic_rules.h), and stand in each spec's
/// table beside its own, so that they are drawn, checked, violated and counted like any other.
enum class Generic : std::uint8_t {
  None,
  Introduced,
  SupportedType,
  SupportedDimensions,
  SizesPositive,
  ElementLimit,
  StridesLength,
  StridesOverlap,
  MinimumBytes,
  AlignmentPower,
  AlignmentElement,
  ArrayLength
};

/// One constraint on one facet.
struct Rule {
  /// Unique within the operator: `output-sizes`; generic ones carry their member's name:
  /// `OutputTensor.minimum-bytes`.
  std::string id;
  std::string sentence;
  /// Where the operator's page says so.
  std::string source;
  std::size_t facet = 0;
  Generic generic = Generic::None;
  /// Holds from `since` on, and before `until`.
  Level since, until{Level::kCount};
  /// The entries permitted: a set, or for lists a shape. Unset for generic rules.
  ops::Expression in;
  /// Facets that it reads; where one of them is broken, the rule is moot.
  std::vector<std::size_t> needs;

  bool holds_at(Level level) const { return since <= level && level < until; }
};

/// One aspect of one member, with the rules that constrain it, in order.
struct Facet {
  static constexpr std::size_t kNoMember = static_cast<std::size_t>(-1);

  Aspect aspect;
  /// Index into the signature's members; kNoMember for the level.
  std::size_t member = kNoMember;
  std::vector<std::size_t> rules;
  /// Sizes that no rule bounds from above: they divide the budget of elements.
  bool budgeted = false;
  /// Narrows drawing, never validity.
  std::optional<ops::Expression> prefer;
};

/// A constraint on an input's data. No descriptor is refused for it.
struct DataRule {
  std::string id, sentence, source;
  /// Index into the signature's members.
  std::size_t member;
  /// The permitted values of an element; with `each`, of one at position j along the last
  /// dimension.
  std::optional<ops::Expression> in;
  bool each = false;
  /// The extent from whose end negative values count, from level `from` on, for signed types.
  std::optional<ops::Expression> negative;
  Level from;
  /// Rows along the last dimension are distinct.
  bool distinct_rows = false;
  /// What becomes of data that break the rule.
  enum class Otherwise : std::uint8_t { Undrawn, OneOf, AnyOf } otherwise = Otherwise::Undrawn;
  /// Of AnyOf: the tensor's name.
  std::string any_of;
};

/// What a level supports of one tensor.
struct Support {
  Level level;
  /// By tensor place.
  struct Row {
    ops::Range dimensions;
    ops::Set types;
  };
  std::vector<Row> rows;
};

/// A place where the operator's page is wrong or silent, with the reading chosen.
struct Erratum {
  std::string id, where, page, reading, why;
};

/// An example of the operator's page: a case file's text (design, section 4).
struct Example {
  std::string title, source, erratum, case_json;
};

/// An operator's rules, as data. Immutable once loaded.
struct Spec {
  /// The file, and its whole text.
  std::string path, text;
  std::string summary, desc, page;
  ops::Signature signature;
  std::vector<std::string> member_summaries;
  std::vector<Rule> rules;
  std::vector<Facet> facets;
  /// Facet indices, each after all that its rules read.
  std::vector<std::size_t> drawing_order;
  std::vector<DataRule> data_rules;
  /// Ascending; the first is the level that introduced the operator.
  std::vector<Support> support;
  /// Levels at which support or a rule changes, and the newest.
  std::vector<Level> interesting_levels;
  std::vector<Erratum> errata;
  std::vector<Example> examples;
  ops::Aliases let;
  /// How many terms an answer may add up; unset where the operator adds nothing.
  std::optional<ops::Expression> terms;
  /// By tensor place: the input's place that an output may be bound to in place, or the place
  /// itself.
  std::vector<std::size_t> alias;

  const std::string& name() const { return signature.operator_name; }
  Level introduced() const { return support.front().level; }
  /// The support in force at a level; null before the operator's introduction.
  const Support* support_at(Level level) const;
  /// The facet, or null where the member has no such aspect.
  const Facet* facet(std::size_t member, Aspect aspect) const;
  const ops::Member& member_of(const Facet& f) const { return signature.members[f.member]; }
  /// The first data rule with values (`in`) on the tensor at `place`, or null.
  const DataRule* values_rule(std::size_t place) const;
};

}  // namespace assay::specs
