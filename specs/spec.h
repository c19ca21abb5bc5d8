#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ops/expression.h"
#include "specs/json_origins.h"
#include "specs/level.h"

namespace assay::specs {

/// What a rule is about: the level, one aspect of a tensor, an array's length, a member's value.
/// The length of an optional tensor is 1 if it is there, and 0 if it is left out.
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

/// The rules that hold for every operator. They are C++ (generic_rules.h). They stand in each
/// spec's table beside its own rules, so that they are drawn, checked, violated and counted like
/// any other.
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
  ArrayLength,
  Distinct,
  LeastElements
};

/// Whether the rule is about all entries of a facet together: what it leaves for one depends on the
/// others.
constexpr bool is_joint(Generic generic) {
  return generic == Generic::Distinct || generic == Generic::LeastElements;
}

/// One constraint on one facet.
struct Rule {
  /// The id is unique within the operator, such as `output-sizes`. The id of a generic rule about a
  /// member begins with the member's name, such as `OutputTensor.minimum-bytes`.
  std::string id;
  std::string sentence;
  /// Where the operator's page states the rule.
  std::string source;
  std::size_t facet = 0;
  Generic generic = Generic::None;
  /// True if the rule compares a tensor of an array with the array's first one. It then holds for
  /// the others alone.
  bool of_others = false;
  /// The rule holds from `since` on and before `until`.
  Level since, until{Level::kCount};
  /// The permitted entries: a set or, for lists, one for each entry. It is unset for generic rules,
  /// except that ArrayLength has the length here.
  ops::Expression in;
  /// The path of `in` in the spec. It is unset for generic rules.
  std::string path;
  /// The facets that the rule reads. If one of them is broken, the rule is moot.
  std::vector<std::size_t> needs;

  bool holds_at(Level level) const { return since <= level && level < until; }
};

/// One aspect of one member, with the rules that constrain it, in order. In an array of tensors,
/// each of the tensors has the aspect, and the rules hold for each.
struct Facet {
  static constexpr std::size_t kNoMember = static_cast<std::size_t>(-1);

  Aspect aspect;
  /// Index into the signature's members; kNoMember for the level.
  std::size_t member = kNoMember;
  /// How many tensors may have the aspect: 1, but for those of an array of tensors.
  std::size_t slots = 1;
  std::vector<std::size_t> rules;
  /// True for sizes that no rule bounds from above, and for values that such sizes follow from.
  /// They divide the budget of elements.
  bool budgeted = false;
  /// True for budgeted sizes, most of which are those of another tensor.
  bool follows = false;
  /// True for an array whose entries are distinct.
  bool distinct = false;
  /// The least number of elements, for sizes.
  std::int64_t least_elements = 1;
  /// The values that drawing prefers. They do not change what is valid.
  std::optional<ops::Expression> prefer;
};

/// A constraint on an input's data. No descriptor is refused because of it.
struct DataRule {
  std::string id, sentence, source;
  /// Index into the signature's members.
  std::size_t member;
  /// The permitted values of an element. With `each`, they depend on the element's position j along
  /// the last dimension.
  std::optional<ops::Expression> in;
  bool each = false;
  /// The extent from whose end negative values count. They do so from level `from` on, for signed
  /// types.
  std::optional<ops::Expression> negative;
  Level from;
  /// True if the rule is that elements are distinct: rows along the last dimension, or all; or, if
  /// `distinct_along` names a member, the elements of each sequence along the dimension that it
  /// gives.
  bool distinct = false;
  std::string distinct_along;
  /// How data that break the rule are treated. Defined: the operator's page says what the answer
  /// is, and the oracle knows.
  enum class Otherwise : std::uint8_t {
    Undrawn,
    OneOf,
    AnyOf,
    Defined
  } otherwise = Otherwise::Undrawn;
  /// For AnyOf, the name of the tensor whose elements are permitted.
  std::string any_of;
};

/// What a level supports of each tensor.
struct Support {
  Level level;
  /// The support of one tensor. `rows` has it by tensor place.
  struct Row {
    ops::Range dimensions;
    ops::Set types;
  };
  std::vector<Row> rows;
};

/// A place where the operator's page is wrong or silent, with the reading that was chosen.
struct Erratum {
  std::string id, where, page, reading, why;
};

/// An example of the operator's page, as the text of a case file.
struct Example {
  std::string title, source, erratum, case_json;
  /// Where the parts of `case_json` stand in the spec.
  std::shared_ptr<const JsonOrigins> origins;
};

/// An operator's rules, as data. A loaded spec never changes.
struct Spec {
  /// The path of the spec's file, and its whole text.
  std::string path, text;
  /// Where its parts stand, in this file and in those that it is made of.
  std::shared_ptr<const JsonOrigins> origins;
  std::string summary, desc, page;
  /// All that decides which cases of an operator of a family can be drawn, as text. Two operators
  /// with equal texts draw the same cases from the same choices. Empty for an operator of its own.
  std::string draws_as;
  ops::Signature signature;
  std::vector<std::string> member_summaries;
  std::vector<Rule> rules;
  std::vector<Facet> facets;
  /// Indices of facets. Each facet stands after all that its rules read.
  std::vector<std::size_t> drawing_order;
  std::vector<DataRule> data_rules;
  /// The support by level, ascending. The first level is the one that introduced the operator.
  std::vector<Support> support;
  /// The levels at which support or a rule changes, and the newest level.
  std::vector<Level> interesting_levels;
  std::vector<Erratum> errata;
  std::vector<Example> examples;
  ops::Aliases let;
  /// How many terms an answer may add up; unset if the operator adds nothing.
  std::optional<ops::Expression> terms;
  /// The steps that a case takes, where they may be more than its elements. Drawing limits them as
  /// it limits the elements.
  std::optional<ops::Expression> work;
  /// By tensor place: the place of the input in whose memory an output may lie. For any other
  /// tensor it is the tensor's own place.
  std::vector<std::size_t> alias;

  const std::string& name() const { return signature.operator_name; }
  Level introduced() const { return support.front().level; }
  /// The support that holds at a level; null before the operator's introduction.
  const Support* support_at(Level level) const;
  /// The facet of this member and aspect, or null if the member has no such aspect.
  const Facet* facet(std::size_t member, Aspect aspect) const;
  /// Where a rule stands, or the member that a generic rule is about: `FILE:LINE:COLUMN`.
  std::string where(const Rule& rule) const;
  const ops::Member& member_of(const Facet& f) const { return signature.members[f.member]; }
  /// The first data rule with values (`in`) on the tensor at `place`, or null.
  const DataRule* values_rule(std::size_t place) const;
};

}  // namespace assay::specs
