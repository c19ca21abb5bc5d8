// A member's own rules are parsed into the facets that its kind has.
#include "specs/rule_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "specs/generic_rules.h"
#include "specs/spec_words.h"

namespace assay::specs {
namespace {

using ops::Expression;
using ops::Kind;

constexpr std::pair<const char*, Aspect> kAspectKeys[] = {{"type", Aspect::DataType},
                                                          {"dimensions", Aspect::Dimensions},
                                                          {"sizes", Aspect::Sizes},
                                                          {"value", Aspect::Value}};

class Rules {
 public:
  Rules(const JsonPlace& members, Spec& spec, RuleIds& ids, Preferences& preferences_need)
      : members_(members), spec_(spec), ids_(ids), preferences_need_(preferences_need) {}

  void load_member(std::size_t index) {
    const ops::Member& m = spec_.signature.members[index];
    const JsonPlace place = members_.at(index);
    for (const auto& [key, aspect] : kAspectKeys) {
      if (!place.has(key)) continue;
      if (!spec_.facet(index, aspect))
        place.fail(fmt::format("a {} has no \"{}\"", place.at("kind").text(), key));
      for (const auto& [id, rule] : place.at(key).members())
        load_rule(id, rule, facet_index(index, aspect));
    }
    load_length(index, place);
    load_preference(index, place);
    load_data_rules(index, place);
    if (!is_tensor(m.kind)) return;
    const bool only_ones = find_budget(index);
    if (m.kind == Kind::Output && !only_ones) add_overlap_rule(spec_, index);
  }

 private:
  std::size_t facet_index(std::size_t member, Aspect aspect) const {
    const Facet* f = spec_.facet(member, aspect);
    return static_cast<std::size_t>(f - spec_.facets.data());
  }

  /// Adds the facets that an expression reads. One that reads a tensor's Sizes also needs its
  /// DimensionCount.
  void add_needs(const JsonPlace& place, const Expression& e, std::size_t facet,
                 std::vector<std::size_t>& needs) const {
    const auto need = [&](std::size_t member, Aspect aspect) {
      const std::size_t f = facet_index(member, aspect);
      if (f == facet) place.fail("reads what the rule constrains");
      // The cases of a batch have their data types in common, so these are drawn before everything
      // else.
      if (spec_.facets[facet].aspect == Aspect::DataType && aspect != Aspect::DataType)
        place.fail("a data type follows from data types alone");
      if (std::find(needs.begin(), needs.end(), f) == needs.end()) needs.push_back(f);
    };
    for (const ops::Reference& r : e.references()) switch (r.part) {
        case ops::Part::DataType:
          need(r.member, Aspect::DataType);
          break;
        case ops::Part::DimensionCount:
          need(r.member, Aspect::Dimensions);
          break;
        case ops::Part::Strides:
          need(r.member, Aspect::Strides);
          [[fallthrough]];
        case ops::Part::Sizes:
          need(r.member, Aspect::Dimensions);
          need(r.member, Aspect::Sizes);
          break;
        case ops::Part::Value:
          if (is_array(spec_.signature.members[r.member].kind)) need(r.member, Aspect::Length);
          need(r.member, Aspect::Value);
      }
  }

  void load_length(std::size_t index, const JsonPlace& place) {
    const ops::Member& m = spec_.signature.members[index];
    if (is_array(m.kind)) {
      Rule& length = spec_.rules[spec_.facets[facet_index(index, Aspect::Length)].rules[0]];
      length.in = read_expression(place.at("length"), Expression::Form::Integer, spec_);
      add_needs(place.at("length"), length.in, length.facet, length.needs);
    } else if (place.has("length")) {
      place.fail("only arrays have a \"length\"");
    }
  }

  void load_preference(std::size_t index, const JsonPlace& place) {
    if (!place.has("prefer")) return;
    const ops::Member& m = spec_.signature.members[index];
    const bool list = is_array(m.kind);
    if (is_tensor(m.kind)) place.at("prefer").fail("a tensor has no \"prefer\"");
    const std::size_t facet = facet_index(index, Aspect::Value);
    auto& prefer = spec_.facets[facet].prefer;
    prefer = read_expression(place.at("prefer"),
                             list ? Expression::Form::Shape : Expression::Form::Set, spec_);
    add_needs(place.at("prefer"), *prefer, facet, preferences_need_[facet]);
  }

  void load_data_rules(std::size_t index, const JsonPlace& place) {
    if (!place.has("data")) return;
    const ops::Member& m = spec_.signature.members[index];
    if (m.kind != Kind::Input) place.fail("only inputs have \"data\"");
    for (const Support& s : spec_.support)
      for (ops::DataType type : ops::all_data_types())
        if (is_float(type) && s.rows[m.place].types.contains(static_cast<std::int64_t>(type)))
          place.fail("has \"data\", but may hold floats");
    for (const auto& [id, rule] : place.at("data").members()) load_data_rule(id, rule, index);
  }

  void load_rule(const std::string& id, const JsonPlace& place, std::size_t facet) {
    place.only_keys({"in", "since", "until", "sentence", "source"});
    add_id(ids_, id, place);
    const Facet& f = spec_.facets[facet];
    const bool list = f.aspect == Aspect::Sizes ||
                      (f.aspect == Aspect::Value && is_array(spec_.member_of(f).kind));
    Rule rule;
    rule.id = id;
    rule.facet = facet;
    rule.sentence = read_sentence(place, "sentence");
    rule.source = read_sentence(place, "source");
    rule.in = read_expression(place.at("in"),
                              list ? Expression::Form::Shape : Expression::Form::Set, spec_);
    if (place.has("since")) rule.since = read_level(place.at("since"), place.at("since").text());
    if (place.has("until")) rule.until = read_level(place.at("until"), place.at("until").text());
    if (rule.since >= rule.until) place.fail("\"since\" must be before \"until\"");
    if (f.aspect == Aspect::Sizes) rule.needs.push_back(facet_index(f.member, Aspect::Dimensions));
    if (list && f.aspect == Aspect::Value)
      rule.needs.push_back(facet_index(f.member, Aspect::Length));
    if (rule.since.index > 0 || rule.until.index < Level::kCount) rule.needs.push_back(0);
    add_needs(place.at("in"), rule.in, facet, rule.needs);
    spec_.facets[facet].rules.push_back(spec_.rules.size());
    spec_.rules.push_back(std::move(rule));
  }

  void load_data_rule(const std::string& id, const JsonPlace& place, std::size_t member) {
    place.only_keys(
        {"in", "each", "from", "negative", "otherwise", "distinct", "sentence", "source"});
    add_id(ids_, id, place);
    DataRule rule;
    rule.id = id;
    rule.member = member;
    rule.sentence = read_sentence(place, "sentence");
    rule.source = read_sentence(place, "source");
    const std::string variable = place.text_or("each", "");
    rule.each = !variable.empty();
    if (place.has("in"))
      rule.in = read_expression(place.at("in"), Expression::Form::Set, spec_, variable);
    if (place.has("negative"))
      rule.negative =
          read_expression(place.at("negative"), Expression::Form::Integer, spec_, variable);
    if (place.has("from")) rule.from = read_level(place.at("from"), place.at("from").text());
    if (place.has("distinct")) {
      if (place.at("distinct").text() != "rows") place.at("distinct").fail("must be \"rows\"");
      rule.distinct_rows = true;
    }
    if (rule.in.has_value() == rule.distinct_rows)
      place.fail("must have one of \"in\" and \"distinct\"");
    load_otherwise(place, rule);
    if (rule.distinct_rows != (rule.otherwise == DataRule::Otherwise::OneOf))
      place.at("otherwise").fail("\"one-of\" and \"distinct\" go together");
    spec_.data_rules.push_back(std::move(rule));
  }

  /// Reads how data that break a data rule are treated.
  void load_otherwise(const JsonPlace& place, DataRule& rule) const {
    const std::string otherwise = place.at("otherwise").text();
    if (otherwise == "undrawn") {
      rule.otherwise = DataRule::Otherwise::Undrawn;
    } else if (otherwise == "one-of") {
      rule.otherwise = DataRule::Otherwise::OneOf;
    } else if (otherwise.starts_with("any-of ")) {
      rule.otherwise = DataRule::Otherwise::AnyOf;
      rule.any_of = otherwise.substr(7);
      const ops::Member* m = spec_.signature.find(rule.any_of);
      if (!m || m->kind != Kind::Input) place.at("otherwise").fail("any-of must name an input");
    } else {
      place.at("otherwise").fail("must be \"undrawn\", \"one-of\" or \"any-of INPUT\"");
    }
  }

  /// Sizes divide the budget of elements if no rule ties them to something drawn before. Returns
  /// whether a rule makes all of them 1.
  bool find_budget(std::size_t member) {
    Facet& f = spec_.facets[facet_index(member, Aspect::Sizes)];
    bool own = false, free = true, only_ones = false;
    for (std::size_t r : f.rules) {
      if (spec_.rules[r].generic != Generic::None) continue;
      own = true;
      free &= spec_.rules[r].in.has_any();
      only_ones |= spec_.rules[r].in.is_only_ones();
    }
    f.budgeted = !own || free;
    return only_ones;
  }

  const JsonPlace members_;
  Spec& spec_;
  RuleIds& ids_;
  Preferences& preferences_need_;
};

}  // namespace

void add_id(RuleIds& ids, const std::string& id, const JsonPlace& place) {
  if (!ids.insert(id).second) place.fail("a second rule \"" + id + "\"");
}

void load_rules(const JsonPlace& root, Spec& spec, RuleIds& ids, Preferences& preferences_need) {
  for (const Rule& r : spec.rules) ids.insert(r.id);
  Rules rules(root.at("members"), spec, ids, preferences_need);
  for (std::size_t i = 0; i < spec.signature.members.size(); ++i) rules.load_member(i);
}

}  // namespace assay::specs
