// A member's own rules are parsed into the facets that its kind has.
#include "specs/rule_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/nearest_name.h"
#include "specs/data_rule_loader.h"
#include "specs/generic_rules.h"
#include "specs/rule_needs.h"
#include "specs/spec_words.h"

namespace assay::specs {
namespace {

using ops::Expression;
using ops::Kind;

constexpr std::pair<const char*, Aspect> kAspectKeys[] = {{"type", Aspect::DataType},
                                                          {"dimensions", Aspect::Dimensions},
                                                          {"sizes", Aspect::Sizes},
                                                          {"value", Aspect::Value}};
/// The key of rules that say when a tensor may be there.
constexpr char kPresence[] = "presence";

/// The largest number that a spec may name as the least of elements.
constexpr std::int64_t kMostLeastElements = 1024;

class Rules {
 public:
  Rules(const JsonPlace& members, Spec& spec, RuleIds& ids, Preferences& preferences_need)
      : members_(members), spec_(spec), ids_(ids), preferences_need_(preferences_need) {}

  void load_member(std::size_t index) {
    const ops::Member& m = spec_.signature.members[index];
    const JsonPlace place = members_.at(index);
    if (place.has("like") && !is_tensor(m.kind))
      place.at("like").key().fail("only a tensor has a \"like\"");
    for (const auto& [key, aspect] : kAspectKeys) {
      if (place.has(key) && !spec_.facet(index, aspect))
        place.at(key).key().fail(
            fmt::format("the kind \"{}\" has no \"{}\"", place.at("kind").text(), key));
      if (place.has(key) && place.at(key).json().is_string()) {
        load_likeness(place.at(key), index, aspect);
      } else if (place.has(key)) {
        for (const auto& [id, rule] : place.at(key).members())
          load_rule(id, rule, facet_index(index, aspect));
      } else if (place.has("like") && aspect != Aspect::Value) {
        load_likeness(place.at("like"), index, aspect);
      }
    }
    load_length(index, place);
    if (place.has(kPresence)) load_presence(index, place.at(kPresence));
    load_preference(index, place);
    add_own_needs(index, spec_, preferences_need_);
    load_data_rules(place, index, spec_, ids_);
    if (place.has("least")) load_least(place.at("least"), index);
    if (!is_tensor(m.kind)) return;
    const bool only_ones = find_budget(index);
    if (m.kind == Kind::Output && !only_ones) add_overlap_rule(spec_, index);
  }

  /// Values that no rule bounds from above, and that sizes follow from, divide the budget of
  /// elements as sizes do: how often a tensor is repeated, how far it is padded.
  void find_growth() {
    for (std::size_t f = 0; f < spec_.facets.size(); ++f) {
      Facet& facet = spec_.facets[f];
      if (facet.aspect != Aspect::Value) continue;
      const Kind kind = spec_.member_of(facet).kind;
      if ((kind == Kind::Uint || kind == Kind::Uints) && is_open(facet) && sizes_read(f))
        facet.budgeted = true;
    }
  }

 private:
  /// Whether each of the facet's own rules leaves some entry without an upper bound.
  bool is_open(const Facet& facet) const {
    return std::all_of(facet.rules.begin(), facet.rules.end(), [&](std::size_t r) {
      return spec_.rules[r].generic != Generic::None || spec_.rules[r].in.is_open();
    });
  }
  bool sizes_read(std::size_t facet) const {
    return std::any_of(spec_.rules.begin(), spec_.rules.end(), [&](const Rule& rule) {
      return spec_.facets[rule.facet].aspect == Aspect::Sizes &&
             std::find(rule.needs.begin(), rule.needs.end(), facet) != rule.needs.end();
    });
  }

  std::size_t facet_index(std::size_t member, Aspect aspect) const {
    return specs::facet_index(spec_, member, aspect);
  }
  bool add_needs(const JsonPlace& place, const Expression& e, std::size_t facet,
                 std::vector<std::size_t>& needs) const {
    return specs::add_needs(place, e, facet, spec_, needs);
  }

  /// Reads a set, or a list of sets, of a facet's values: of floats for a float, else of integers.
  Expression read_values(const JsonPlace& place, const Facet& f) const {
    const bool list = f.aspect == Aspect::Sizes ||
                      (f.aspect == Aspect::Value && is_array(spec_.member_of(f).kind));
    Expression e =
        read_expression(place, list ? Expression::Form::Sets : Expression::Form::Set, spec_);
    const Kind kind = spec_.member_of(f).kind;
    if (kind == Kind::Scalar) place.fail("a scalar has no rules and no \"prefer\"");
    const bool floats = kind == Kind::Float || kind == Kind::Floats;
    if (e.is_of_floats() != floats)
      place.fail(floats ? "must be of floats, as in 0.0 .. 1.0" : "must be of integers");
    return e;
  }

  void load_length(std::size_t index, const JsonPlace& place) {
    const ops::Member& m = spec_.signature.members[index];
    if (place.has("entries")) load_distinct(place, index);
    const char* const key = m.is_tensor_array() ? "count" : "length";
    if (is_array(m.kind) || m.is_tensor_array()) {
      Rule& length = spec_.rules[spec_.facets[facet_index(index, Aspect::Length)].rules[0]];
      length.in = read_expression(place.at(key), Expression::Form::Integer, spec_);
      add_needs(place.at(key), length.in, length.facet, length.needs);
    }
    if (!is_array(m.kind) && place.has("length")) {
      place.at("length").key().fail("only arrays have a \"length\"");
    }
  }

  /// Rules whose set has 1 where an optional tensor may be there, and 0 where it may be left out.
  void load_presence(std::size_t index, const JsonPlace& place) {
    const ops::Member& m = spec_.signature.members[index];
    if (!is_tensor(m.kind) || !m.optional)
      place.key().fail("only an optional tensor has a \"presence\"");
    for (const auto& [id, rule] : place.members())
      load_rule(id, rule, facet_index(index, Aspect::Length));
  }

  /// A tensor has at least so many elements.
  void load_least(const JsonPlace& place, std::size_t index) {
    const ops::Member& m = spec_.signature.members[index];
    if (!is_tensor(m.kind)) place.key().fail("only a tensor has a \"least\"");
    const std::size_t facet = facet_index(index, Aspect::Sizes);
    const std::int64_t least = place.integer(2, kMostLeastElements);
    spec_.facets[facet].least_elements = least;
    add_joint_rule(place, facet, Generic::LeastElements, m.name + ".least-elements",
                   fmt::format("{} has at least {} elements.", m.name, least),
                   facet_index(index, Aspect::Dimensions));
  }

  void add_joint_rule(const JsonPlace& place, std::size_t facet, Generic generic, std::string id,
                      std::string sentence, std::size_t need) {
    Rule rule;
    rule.id = std::move(id);
    rule.sentence = std::move(sentence);
    rule.source = spec_.member_of(spec_.facets[facet]).name;
    rule.facet = facet;
    rule.generic = generic;
    rule.needs.push_back(need);
    add_id(ids_, rule.id, place);
    spec_.facets[facet].rules.push_back(spec_.rules.size());
    spec_.rules.push_back(std::move(rule));
  }

  /// The entries of an array are distinct; what is drawn ascends.
  void load_distinct(const JsonPlace& place, std::size_t index) {
    const ops::Member& m = spec_.signature.members[index];
    if (place.at("entries").text() != "distinct" || !is_array(m.kind) || m.kind == Kind::Floats)
      place.at("entries").fail("must be \"distinct\", and stand at an array of integers");
    const std::size_t facet = facet_index(index, Aspect::Value);
    spec_.facets[facet].distinct = true;
    add_joint_rule(place, facet, Generic::Distinct, m.name + ".distinct",
                   fmt::format("No two entries of {} are equal.", m.name),
                   facet_index(index, Aspect::Length));
  }

  void load_preference(std::size_t index, const JsonPlace& place) {
    if (!place.has("prefer")) return;
    const ops::Member& m = spec_.signature.members[index];
    const std::size_t facet =
        facet_index(index, is_tensor(m.kind) ? Aspect::DataType : Aspect::Value);
    auto& prefer = spec_.facets[facet].prefer;
    prefer = read_values(place.at("prefer"), spec_.facets[facet]);
    add_needs(place.at("prefer"), *prefer, facet, preferences_need_[facet]);
  }

  void load_rule(const std::string& id, const JsonPlace& place, std::size_t facet) {
    place.only_keys({"in", "since", "until", "sentence", "source"});
    add_id(ids_, id, place.key());
    const Facet& f = spec_.facets[facet];
    const bool list = f.aspect == Aspect::Sizes ||
                      (f.aspect == Aspect::Value && is_array(spec_.member_of(f).kind));
    Rule rule;
    rule.id = id;
    rule.facet = facet;
    rule.sentence = read_sentence(place, "sentence");
    rule.source = read_sentence(place, "source");
    rule.in = read_values(place.at("in"), f);
    if (place.has("since")) rule.since = read_level(place.at("since"), place.at("since").text());
    if (place.has("until")) rule.until = read_level(place.at("until"), place.at("until").text());
    if (rule.since >= rule.until)
      place.at(place.has("since") ? "since" : "until").fail("\"since\" must be before \"until\"");
    if (f.aspect == Aspect::Sizes) rule.needs.push_back(facet_index(f.member, Aspect::Dimensions));
    if (list && f.aspect == Aspect::Value)
      rule.needs.push_back(facet_index(f.member, Aspect::Length));
    if (rule.since.index > 0 || rule.until.index < Level::kCount) rule.needs.push_back(0);
    add_rule(place.at("in"), std::move(rule));
  }

  /// Adds the rule that an aspect of a tensor is that of the tensor named at `place`, which may be
  /// the first of an array: `InputTensors[0]`.
  void load_likeness(const JsonPlace& place, std::size_t index, Aspect aspect) {
    const ops::Member& m = spec_.signature.members[index];
    const std::string text = place.text();
    std::vector<std::string> known;
    for (const ops::Member& other : spec_.signature.members)
      if (is_tensor(other.kind) && (&other != &m || m.is_tensor_array()))
        known.push_back(other.is_tensor_array() ? other.name + "[0]" : other.name);
    if (!is_tensor(m.kind) || std::find(known.begin(), known.end(), text) == known.end())
      place.fail(fmt::format("must name another tensor, or hold rules, and \"{}\" is none{}", text,
                             ops::known_words(text, known)));
    struct Likeness {
      const char *id, *part, *sentence;
    };
    const Likeness like =
        aspect == Aspect::DataType ? Likeness{"type", "DataType", "{} has the data type of {}."}
        : aspect == Aspect::Dimensions
            ? Likeness{"dimensions", "DimensionCount", "{} has as many dimensions as {}."}
            : Likeness{"sizes", "Sizes", "{} has the sizes of {}."};
    Rule rule;
    rule.id = fmt::format("{}.same-{}", m.name, like.id);
    rule.facet = facet_index(index, aspect);
    rule.sentence = fmt::format(fmt::runtime(like.sentence),
                                m.is_tensor_array() ? "Each of " + m.name : m.name, text);
    rule.source = "Tensor constraints";
    const auto form = aspect == Aspect::Sizes ? Expression::Form::Sets : Expression::Form::Set;
    rule.in = Expression::parse(text + "." + like.part, form, spec_.signature);
    add_id(ids_, rule.id, place);
    if (aspect == Aspect::Sizes) rule.needs.push_back(facet_index(index, Aspect::Dimensions));
    add_rule(place, std::move(rule));
  }

  void add_rule(const JsonPlace& place, Rule rule) {
    rule.path = place.path();
    rule.of_others = add_needs(place, rule.in, rule.facet, rule.needs);
    spec_.facets[rule.facet].rules.push_back(spec_.rules.size());
    spec_.rules.push_back(std::move(rule));
  }

  /// Sizes divide the budget of elements if no rule ties them to something drawn before. Returns
  /// whether a rule makes all of them 1.
  bool find_budget(std::size_t member) {
    Facet& f = spec_.facets[facet_index(member, Aspect::Sizes)];
    bool only_ones = false;
    for (std::size_t r : f.rules)
      only_ones |= spec_.rules[r].generic == Generic::None && spec_.rules[r].in.is_only_ones();
    f.budgeted = is_open(f);
    f.follows = f.budgeted && std::none_of(f.rules.begin(), f.rules.end(), [&](std::size_t r) {
                  return spec_.rules[r].generic == Generic::None && spec_.rules[r].in.has_any();
                });
    return only_ones;
  }

  const JsonPlace members_;
  Spec& spec_;
  RuleIds& ids_;
  Preferences& preferences_need_;
};

}  // namespace

void add_id(RuleIds& ids, const std::string& id, const JsonPlace& place) {
  if (!ids.insert(id).second) place.fail("a second rule \"" + id + "\"; take another name");
}

void load_rules(const JsonPlace& root, Spec& spec, RuleIds& ids, Preferences& preferences_need) {
  for (const Rule& r : spec.rules) ids.insert(r.id);
  Rules rules(root.at("members"), spec, ids, preferences_need);
  for (std::size_t i = 0; i < spec.signature.members.size(); ++i) rules.load_member(i);
  rules.find_growth();
}

}  // namespace assay::specs
