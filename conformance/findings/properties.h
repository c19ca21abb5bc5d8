#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "conformance/findings/case_facts.h"
#include "conformance/findings/quantities.h"
#include "conformance/route/knobs.h"
#include "conformance/route/route.h"
#include "opencl/shape/shape.h"
#include "specs/case.h"

namespace assay::conformance {

/// What can be said of a case and its route, each thing by a number: its operator, the value of
/// each knob, that a knob has not its first value, the rewritings of its shape, bounds of its
/// number of elements and of its dimensions, the rules at whose edges it stands, in which class
/// each of its quantities is (quantities.h), and what its data hold (case_facts.h).
class Properties {
 public:
  using Id = std::uint32_t;

  /// One property. It is about a knob where `knob` is not empty, and then it holds where the knob,
  /// which is of the kind `of`, has the value `value`. `operator` counts as a knob of no kind.
  struct Property {
    /// As it stands in a report: `indices=negative`.
    std::string text;
    /// How unlikely the property is as a cause; the greater, the less likely. Of explanations that
    /// are equally good, the one with the least sum is chosen.
    unsigned cost = 0;
    std::string knob = {}, value = {};
    std::optional<Knob::Of> of = {};
    /// Where it is not empty, the property holds if one of these does.
    std::vector<Id> any_of = {};

    bool is_operator() const { return knob == "operator"; }
  };

  /// The properties of a case on a route, ascending. `knobs` are those of the case's operator. They
  /// must outlive this object. The variant is the route's, whether the knobs have it or not.
  std::vector<Id> of(const Knobs& knobs, const specs::Case& c, const Route& route);

  /// The properties that a case of the operator of these knobs can have, as far as its own rules do
  /// not forbid it, but for those of variants and whole shapes.
  static Properties possible(const Knobs& knobs);
  /// Whether a case can have the property with this text, where these are the possible properties.
  /// Any variant and any shape can be.
  bool is_possible(const std::string& text) const;
  /// The texts of the properties of which one must hold: `a=x or y` gives `a=x` and `a=y`.
  static std::vector<std::string> alternatives_of(const std::string& text);

  /// The properties that a route has this shape, and that its shape has a step of this rewriting.
  Id shape_is(std::uint64_t shape);
  Id shape_with(const opencl::Step& step);

  /// The property of having one of these values of a knob. There is at least one.
  Id either(std::vector<Id> ids);

  /// The number of a property, which is new if none has its text.
  Id id_of(Property property);
  /// The number of the property with this text, if a case of an operator that was looked at can
  /// have it.
  std::optional<Id> find(const std::string& text) const;

  /// Of the property of being in a class of a quantity: the bounds of that quantity, as `K>=5`.
  /// Each of them holds if one of several classes does (Property::any_of); of() does not give them.
  /// Empty for all other properties.
  std::span<const Id> bounds_of(Id id) const;

  /// Whether a case with the properties `ids`, ascending as of() gives them, has the property `id`.
  bool holds(Id id, const std::vector<Id>& ids) const;

  const Property& operator[](Id id) const { return all_[id]; }
  std::size_t size() const { return all_.size(); }

 private:
  /// A quantity of an operator, and the properties of being in each of its classes, of being a
  /// multiple of 4, 16 and 64, and of being none.
  struct Counted {
    Quantity quantity;
    std::vector<Id> classes;
    std::vector<std::array<Id, 2>> multiples;
  };
  /// The properties of each value of each knob of an operator, and those of the low and the high
  /// edge of each of its rules. They are empty until they are first asked for. Behind them those
  /// of its quantities, and of what is not so and what is so of its cases.
  struct Table {
    std::vector<std::vector<std::vector<Id>>> knobs;
    std::vector<std::array<std::optional<Id>, 2>> edges;
    std::vector<Counted> counted;
    std::optional<CaseFacts> facts;
    std::vector<std::array<Id, 2>> of_facts;
  };

  Table& table_of(const Knobs& knobs);
  const std::vector<Id>& ids_of(const Knobs& knobs, std::size_t knob, std::size_t value);
  /// The properties that the knob has this value, and that it has not its first value.
  Id is_value(const Knob& knob, std::string_view value);
  Id is_not_first(const Knob& knob);
  /// Adds the properties of a route whose field has a value that coverage does not count, and which
  /// is no value of the knob.
  void add_uncounted(const Knob& knob, const Route& route, std::vector<Id>& ids);
  Id edge_of(const Knobs& knobs, std::size_t rule, bool high);
  Counted counted(Quantity quantity);
  void add_counts_and_facts(Table& table, const specs::Case& c, const Route& route,
                            std::vector<Id>& ids) const;

  std::vector<Property> all_;
  /// The bounds of each quantity, and the number of the quantity of each class.
  std::vector<std::vector<Id>> bounds_;
  std::unordered_map<Id, std::size_t> quantity_of_;
  std::unordered_map<std::string, Id> ids_;
  std::map<const Knobs*, Table> tables_;
  Knobs::Values values_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace assay::conformance
