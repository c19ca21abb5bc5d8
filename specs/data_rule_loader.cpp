// The rules for the elements of an input are read into a table of the spec.
#include "specs/data_rule_loader.h"

#include <fmt/format.h>

#include "ops/nearest_name.h"
#include "specs/spec_words.h"

namespace assay::specs {
namespace {

using ops::Expression;
using ops::Kind;

/// Reads what must be distinct: "rows", "elements", or "along MEMBER" for sequences along a
/// dimension.
void load_distinct(const JsonPlace& place, const Spec& spec, DataRule& rule) {
  constexpr std::string_view kAlong = "along ";
  const std::string what = place.text();
  if (what == "rows" || what == "elements") return;
  rule.distinct_along = what.starts_with(kAlong) ? what.substr(kAlong.size()) : "";
  const ops::Member* m = spec.signature.find(rule.distinct_along);
  if (m && m->kind == Kind::Uint) return;
  std::vector<std::string> known{"rows", "elements"};
  for (const ops::Member& member : spec.signature.members)
    if (member.kind == Kind::Uint) known.push_back(std::string(kAlong) + member.name);
  place.fail("must be \"rows\", \"elements\", or \"along\" and a member that is a uint" +
             ops::nearest_words(what, known));
}

std::string nearest_otherwise(std::string_view word, const Spec& spec) {
  std::vector<std::string> known{"undrawn", "one-of", "defined"};
  for (const ops::Member& m : spec.signature.members)
    if (m.kind == Kind::Input) known.push_back("any-of " + m.name);
  return ops::nearest_words(word, known);
}

/// Reads how data that break a data rule are treated.
void load_otherwise(const JsonPlace& place, const Spec& spec, DataRule& rule) {
  const std::string otherwise = place.at("otherwise").text();
  if (otherwise == "undrawn") {
    rule.otherwise = DataRule::Otherwise::Undrawn;
  } else if (otherwise == "one-of") {
    rule.otherwise = DataRule::Otherwise::OneOf;
  } else if (otherwise == "defined") {
    rule.otherwise = DataRule::Otherwise::Defined;
  } else if (otherwise.starts_with("any-of ")) {
    rule.otherwise = DataRule::Otherwise::AnyOf;
    rule.any_of = otherwise.substr(7);
    const ops::Member* m = spec.signature.find(rule.any_of);
    if (!m || m->kind != Kind::Input)
      place.at("otherwise").fail("any-of must name an input" + nearest_otherwise(otherwise, spec));
  } else {
    place.at("otherwise")
        .fail("must be \"undrawn\", \"one-of\", \"defined\" or \"any-of INPUT\"" +
              nearest_otherwise(otherwise, spec));
  }
}

void load_data_rule(const std::string& id, const JsonPlace& place, std::size_t member, Spec& spec,
                    RuleIds& ids) {
  place.only_keys(
      {"in", "each", "from", "negative", "otherwise", "distinct", "sentence", "source"});
  add_id(ids, id, place.key());
  DataRule rule;
  rule.id = id;
  rule.member = member;
  rule.sentence = read_sentence(place, "sentence");
  rule.source = read_sentence(place, "source");
  const std::string variable = place.text_or("each", "");
  rule.each = !variable.empty();
  if (place.has("in"))
    rule.in = read_expression(place.at("in"), Expression::Form::Set, spec, variable);
  if (place.has("negative"))
    rule.negative =
        read_expression(place.at("negative"), Expression::Form::Integer, spec, variable);
  if (place.has("from")) rule.from = read_level(place.at("from"), place.at("from").text());
  if (place.has("distinct")) {
    rule.distinct = true;
    load_distinct(place.at("distinct"), spec, rule);
  }
  if (rule.in.has_value() == rule.distinct) place.fail("must have one of \"in\" and \"distinct\"");
  load_otherwise(place, spec, rule);
  if (rule.distinct != (rule.otherwise == DataRule::Otherwise::OneOf))
    place.at("otherwise").fail("\"one-of\" and \"distinct\" go together");
  spec.data_rules.push_back(std::move(rule));
}

}  // namespace

void load_data_rules(const JsonPlace& place, std::size_t index, Spec& spec, RuleIds& ids) {
  if (!place.has("data")) return;
  const ops::Member& m = spec.signature.members[index];
  if (m.kind != Kind::Input) place.at("data").key().fail("only inputs have \"data\"");
  if (m.may_be_absent())
    place.at("data").key().fail("an input that may be left out has no \"data\"");
  for (const Support& s : spec.support)
    for (ops::DataType type : ops::all_data_types())
      if (is_float(type) && s.rows[m.place].types.contains(static_cast<std::int64_t>(type)))
        place.at("data").key().fail(fmt::format(
            "{} has \"data\", but may hold {}; data are integers", m.name, name_of(type)));
  for (const auto& [id, rule] : place.at("data").members())
    load_data_rule(id, rule, index, spec, ids);
}

}  // namespace assay::specs
