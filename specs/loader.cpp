// JSON to Spec. The members' facets are laid out first, with the generic rules; then the spec's own
// rules are parsed into them, and the facets are sorted by who reads whom.
#include "specs/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "specs/generic_rules.h"
#include "specs/json.h"

namespace assay::specs {
namespace {

using ops::Expression;
using ops::Kind;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"input", Kind::Input}, {"output", Kind::Output}, {"uint", Kind::Uint},   {"int", Kind::Int},
    {"bool", Kind::Bool},   {"enum", Kind::Enum},     {"uints", Kind::Uints}, {"ints", Kind::Ints}};

constexpr std::pair<const char*, Aspect> kAspectKeys[] = {{"type", Aspect::DataType},
                                                          {"dimensions", Aspect::Dimensions},
                                                          {"sizes", Aspect::Sizes},
                                                          {"value", Aspect::Value}};

class Loader {
 public:
  Loader(const Json& json, const std::string& path, std::string_view text) : root_(json, path) {
    spec_->path = path;
    spec_->text = text;
  }

  std::unique_ptr<const Spec> load() {
    root_.only_keys({"$schema", "operator", "desc", "summary", "page", "let", "terms", "members",
                     "support", "errata", "examples"});
    spec_->signature.operator_name = name(root_.at("operator"), root_.at("operator").text());
    spec_->desc = root_.at("desc").text();
    spec_->summary = root_.at("summary").text();
    spec_->page = root_.at("page").text();
    load_signature();
    load_support();
    if (root_.has("let"))
      for (const auto& [name, place] : root_.at("let").members()) {
        if (spec_->signature.find(name)) place.fail("a member has this name");
        spec_->let.texts.emplace_back(name, place.text());
      }
    // An alias is checked even where nothing uses it.
    for (const auto& [name, text] : spec_->let.texts) check_alias(name);
    add_generic_rules(*spec_);
    for (const Rule& r : spec_->rules) ids_.insert(r.id);
    for (std::size_t i = 0; i < spec_->signature.members.size(); ++i) load_member(i);
    if (root_.has("terms")) spec_->terms = expression(root_.at("terms"), Expression::Form::Integer);
    sort_facets();
    find_interesting_levels();
    load_errata();
    load_examples();
    return std::move(spec_);
  }

 private:
  /// Names stand in the lines of cases, where no other character is free.
  static std::string name(const JsonPlace& place, const std::string& text) {
    const auto is_letter = [](char c) {
      return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
    };
    const auto fits = [&](char c) { return is_letter(c) || ('0' <= c && c <= '9'); };
    if (text.empty() || !is_letter(text[0]) || !std::all_of(text.begin(), text.end(), fits))
      place.fail(fmt::format("\"{}\" is no name", text));
    return text;
  }

  Level level(const JsonPlace& place, const std::string& name) const {
    const auto found = Level::named(name);
    if (!found) place.fail(fmt::format("no feature level \"{}\"", name));
    return *found;
  }

  Expression expression(const JsonPlace& place, Expression::Form form,
                        std::string_view variable = {}) const {
    try {
      return Expression::parse(place.text(), form, spec_->signature, spec_->let, variable);
    } catch (const ops::ExpressionError& e) {
      place.fail(fmt::format("column {}: {}", e.column, e.what()));
    }
  }

  void check_alias(const std::string& name) const {
    const JsonPlace place = root_.at("let").at(name.c_str());
    try {
      Expression::parse(name, Expression::Form::Shape, spec_->signature, spec_->let);
    } catch (const ops::ExpressionError&) {
      try {
        Expression::parse(name, Expression::Form::Integer, spec_->signature, spec_->let);
      } catch (const ops::ExpressionError& e) {
        place.fail(e.what());
      }
    }
  }

  void load_signature() {
    constexpr std::size_t kMaxMembers = 16;
    if (root_.at("members").entries().size() > kMaxMembers)
      root_.at("members").fail(fmt::format("an operator has at most {} members", kMaxMembers));
    for (const JsonPlace& place : root_.at("members").entries()) {
      place.only_keys({"name", "kind", "summary", "alias", "enumerators", "length", "type",
                       "dimensions", "sizes", "value", "prefer", "data"});
      const std::string name = Loader::name(place.at("name"), place.at("name").text());
      const std::string kind_name = place.at("kind").text();
      for (const char* field : {"level", "fill", "indices", "seed"})
        if (name == field)
          place.at("name").fail(fmt::format("\"{}\" is a field of every case", name));
      const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                      [&](const auto& k) { return k.first == kind_name; });
      if (kind == std::end(kKinds)) place.at("kind").fail("no kind \"" + kind_name + "\"");
      if (spec_->signature.find(name)) place.at("name").fail("a second member \"" + name + "\"");
      std::vector<ops::Enumerator> enumerators;
      if (kind->second == Kind::Enum) {
        for (const auto& [word, value] : place.at("enumerators").members())
          enumerators.push_back({Loader::name(value, word), value.integer(0, INT32_MAX)});
      } else if (place.has("enumerators")) {
        place.fail("only an enum has \"enumerators\"");
      }
      spec_->signature.add(name, kind->second, std::move(enumerators));
      spec_->member_summaries.push_back(place.text_or("summary", ""));
    }
    for (std::size_t i = 0; i < spec_->signature.tensor_count; ++i) spec_->alias.push_back(i);
    for (const JsonPlace& place : root_.at("members").entries()) {
      if (!place.has("alias")) continue;
      const ops::Member* own = spec_->signature.find(place.at("name").text());
      if (own->kind != Kind::Output) place.at("alias").fail("only an output has an \"alias\"");
      const ops::Member* other = spec_->signature.find(place.at("alias").text());
      if (!other || other->kind != Kind::Input) place.at("alias").fail("must name an input");
      spec_->alias[own->place] = other->place;
    }
  }

  ops::Set types(const JsonPlace& place) const {
    ops::Set set;
    const std::string text = place.text();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const auto type = ops::data_type_named(std::string_view(text).substr(at, end - at));
      if (!type) place.fail(fmt::format("no data type \"{}\"", text.substr(at, end - at)));
      set.add({static_cast<std::int64_t>(*type), static_cast<std::int64_t>(*type)});
      at = end + 1;
    }
    if (set.empty()) place.fail("names no data type");
    return set;
  }

  void load_support() {
    for (const auto& [name, place] : root_.at("support").members()) {
      Support support{level(place, name), {}};
      if (!spec_->support.empty() && support.level <= spec_->support.back().level)
        place.fail("levels must ascend");
      support.rows.resize(spec_->signature.tensor_count);
      std::size_t rows = 0;
      for (const auto& [tensor, row] : place.members()) {
        row.only_keys({"dimensions", "types"});
        const ops::Member* m = spec_->signature.find(tensor);
        if (!m || !is_tensor(m->kind)) row.fail("no tensor \"" + tensor + "\"");
        const JsonPlace dimensions = row.at("dimensions");
        if (dimensions.entries().size() != 2) dimensions.fail("must be [least, most]");
        const std::int64_t most = static_cast<std::int64_t>(ops::kMaxDimensions);
        const ops::Range range{dimensions.at(std::size_t{0}).integer(1, most),
                               dimensions.at(std::size_t{1}).integer(1, most)};
        if (range.low > range.high) dimensions.fail("must be [least, most]");
        support.rows[m->place] = {range, types(row.at("types"))};
        ++rows;
      }
      if (rows != spec_->signature.tensor_count) place.fail("must name every tensor once");
      spec_->support.push_back(std::move(support));
    }
    if (spec_->support.empty()) root_.at("support").fail("names no level");
  }

  std::size_t facet_index(std::size_t member, Aspect aspect) const {
    const Facet* f = spec_->facet(member, aspect);
    return static_cast<std::size_t>(f - spec_->facets.data());
  }

  /// The facets that a member part stands on: a tensor's Sizes on its DimensionCount, too.
  void add_needs(const JsonPlace& place, const Expression& e, std::size_t facet,
                 std::vector<std::size_t>& needs) const {
    const auto need = [&](std::size_t member, Aspect aspect) {
      const std::size_t f = facet_index(member, aspect);
      if (f == facet) place.fail("reads what the rule constrains");
      // The cases of a batch have their data types in common, so these are drawn before all else.
      if (spec_->facets[facet].aspect == Aspect::DataType && aspect != Aspect::DataType)
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
          if (is_array(spec_->signature.members[r.member].kind)) need(r.member, Aspect::Length);
          need(r.member, Aspect::Value);
      }
  }

  void load_member(std::size_t index) {
    const ops::Member& m = spec_->signature.members[index];
    const JsonPlace place = root_.at("members").at(index);
    for (const auto& [key, aspect] : kAspectKeys) {
      if (!place.has(key)) continue;
      if (!spec_->facet(index, aspect))
        place.fail(fmt::format("a {} has no \"{}\"", place.at("kind").text(), key));
      for (const auto& [id, rule] : place.at(key).members())
        load_rule(id, rule, facet_index(index, aspect));
    }
    if (is_array(m.kind)) {
      Rule& length = spec_->rules[spec_->facets[facet_index(index, Aspect::Length)].rules[0]];
      length.in = expression(place.at("length"), Expression::Form::Integer);
      add_needs(place.at("length"), length.in, length.facet, length.needs);
    } else if (place.has("length")) {
      place.fail("only arrays have a \"length\"");
    }
    if (place.has("prefer")) {
      const bool list = is_array(m.kind);
      if (is_tensor(m.kind)) place.at("prefer").fail("a tensor has no \"prefer\"");
      const std::size_t facet = facet_index(index, Aspect::Value);
      auto& prefer = spec_->facets[facet].prefer;
      prefer =
          expression(place.at("prefer"), list ? Expression::Form::Shape : Expression::Form::Set);
      add_needs(place.at("prefer"), *prefer, facet, preferences_need_[facet]);
    }
    if (place.has("data")) {
      if (m.kind != Kind::Input) place.fail("only inputs have \"data\"");
      for (const Support& s : spec_->support)
        for (ops::DataType type : ops::all_data_types())
          if (is_float(type) && s.rows[m.place].types.contains(static_cast<std::int64_t>(type)))
            place.fail("has \"data\", but may hold floats");
      for (const auto& [id, rule] : place.at("data").members()) load_data_rule(id, rule, index);
    }
    if (!is_tensor(m.kind)) return;
    const bool only_ones = find_budget(index);
    if (m.kind == Kind::Output && !only_ones) add_overlap_rule(*spec_, index);
  }

  void unique(const std::string& id, const JsonPlace& place) {
    if (!ids_.insert(id).second) place.fail("a second rule \"" + id + "\"");
  }

  static std::string sentence(const JsonPlace& place, const char* key) {
    const std::string text = place.at(key).text();
    if (text.empty()) place.at(key).fail("must not be empty");
    return text;
  }

  void load_rule(const std::string& id, const JsonPlace& place, std::size_t facet) {
    place.only_keys({"in", "since", "until", "sentence", "source"});
    unique(id, place);
    const Facet& f = spec_->facets[facet];
    const bool list = f.aspect == Aspect::Sizes ||
                      (f.aspect == Aspect::Value && is_array(spec_->member_of(f).kind));
    Rule rule;
    rule.id = id;
    rule.facet = facet;
    rule.sentence = sentence(place, "sentence");
    rule.source = sentence(place, "source");
    rule.in = expression(place.at("in"), list ? Expression::Form::Shape : Expression::Form::Set);
    if (place.has("since")) rule.since = level(place.at("since"), place.at("since").text());
    if (place.has("until")) rule.until = level(place.at("until"), place.at("until").text());
    if (rule.since >= rule.until) place.fail("\"since\" must be before \"until\"");
    if (f.aspect == Aspect::Sizes) rule.needs.push_back(facet_index(f.member, Aspect::Dimensions));
    if (list && f.aspect == Aspect::Value)
      rule.needs.push_back(facet_index(f.member, Aspect::Length));
    if (rule.since.index > 0 || rule.until.index < Level::kCount) rule.needs.push_back(0);
    add_needs(place.at("in"), rule.in, facet, rule.needs);
    spec_->facets[facet].rules.push_back(spec_->rules.size());
    spec_->rules.push_back(std::move(rule));
  }

  void load_data_rule(const std::string& id, const JsonPlace& place, std::size_t member) {
    place.only_keys(
        {"in", "each", "from", "negative", "otherwise", "distinct", "sentence", "source"});
    unique(id, place);
    DataRule rule;
    rule.id = id;
    rule.member = member;
    rule.sentence = sentence(place, "sentence");
    rule.source = sentence(place, "source");
    const std::string variable = place.text_or("each", "");
    rule.each = !variable.empty();
    if (place.has("in")) rule.in = expression(place.at("in"), Expression::Form::Set, variable);
    if (place.has("negative"))
      rule.negative = expression(place.at("negative"), Expression::Form::Integer, variable);
    if (place.has("from")) rule.from = level(place.at("from"), place.at("from").text());
    if (place.has("distinct")) {
      if (place.at("distinct").text() != "rows") place.at("distinct").fail("must be \"rows\"");
      rule.distinct_rows = true;
    }
    if (rule.in.has_value() == rule.distinct_rows)
      place.fail("must have one of \"in\" and \"distinct\"");
    const std::string otherwise = place.at("otherwise").text();
    if (otherwise == "undrawn") {
      rule.otherwise = DataRule::Otherwise::Undrawn;
    } else if (otherwise == "one-of") {
      rule.otherwise = DataRule::Otherwise::OneOf;
    } else if (otherwise.starts_with("any-of ")) {
      rule.otherwise = DataRule::Otherwise::AnyOf;
      rule.any_of = otherwise.substr(7);
      const ops::Member* m = spec_->signature.find(rule.any_of);
      if (!m || m->kind != Kind::Input) place.at("otherwise").fail("any-of must name an input");
    } else {
      place.at("otherwise").fail("must be \"undrawn\", \"one-of\" or \"any-of INPUT\"");
    }
    if (rule.distinct_rows != (rule.otherwise == DataRule::Otherwise::OneOf))
      place.at("otherwise").fail("\"one-of\" and \"distinct\" go together");
    spec_->data_rules.push_back(std::move(rule));
  }

  /// Sizes divide the budget where no rule ties them to something drawn before. Returns whether a
  /// rule makes them all 1.
  bool find_budget(std::size_t member) {
    Facet& f = spec_->facets[facet_index(member, Aspect::Sizes)];
    bool own = false, free = true, only_ones = false;
    for (std::size_t r : f.rules) {
      if (spec_->rules[r].generic != Generic::None) continue;
      own = true;
      free &= spec_->rules[r].in.has_any();
      only_ones |= spec_->rules[r].in.is_only_ones();
    }
    f.budgeted = !own || free;
    return only_ones;
  }

  void sort_facets() {
    std::vector<bool> done(spec_->facets.size());
    const auto ready = [&](std::size_t f) {
      const auto all_done = [&](const std::vector<std::size_t>& needs) {
        return std::all_of(needs.begin(), needs.end(), [&](std::size_t n) { return done[n]; });
      };
      for (std::size_t r : spec_->facets[f].rules)
        if (!all_done(spec_->rules[r].needs)) return false;
      const auto preference = preferences_need_.find(f);
      return preference == preferences_need_.end() || all_done(preference->second);
    };
    while (spec_->drawing_order.size() < spec_->facets.size()) {
      const std::size_t before = spec_->drawing_order.size();
      for (std::size_t i = 0; i < spec_->facets.size(); ++i)
        if (!done[i] && ready(i)) {
          done[i] = true;
          spec_->drawing_order.push_back(i);
        }
      if (spec_->drawing_order.size() > before) continue;
      std::string circle;
      for (std::size_t i = 0; i < spec_->facets.size(); ++i)
        if (!done[i] && !spec_->facets[i].rules.empty())
          circle += " " + spec_->rules[spec_->facets[i].rules.back()].id;
      root_.at("members").fail("rules refer to each other in a circle:" + circle);
    }
  }

  void find_interesting_levels() {
    std::set<Level> levels{Level::newest()};
    const Level first = spec_->introduced();
    const auto add = [&](Level l) {
      if (l >= first && l <= Level::newest()) levels.insert(l);
    };
    for (const Support& s : spec_->support) add(s.level);
    for (const Rule& r : spec_->rules) {
      add(r.since);
      add(r.until);
    }
    for (const DataRule& r : spec_->data_rules) add(r.from);
    spec_->interesting_levels.assign(levels.begin(), levels.end());
  }

  void load_errata() {
    if (!root_.has("errata")) return;
    for (const JsonPlace& place : root_.at("errata").entries()) {
      place.only_keys({"id", "where", "page", "reading", "why"});
      unique("erratum " + place.at("id").text(), place);
      spec_->errata.push_back({place.at("id").text(), place.at("where").text(),
                               place.at("page").text(), place.at("reading").text(),
                               place.at("why").text()});
    }
  }

  void load_examples() {
    if (!root_.has("examples")) return;
    for (const JsonPlace& place : root_.at("examples").entries()) {
      place.only_keys({"title", "source", "erratum", "case"});
      const std::string erratum = place.text_or("erratum", "");
      if (!erratum.empty() && !ids_.contains("erratum " + erratum))
        place.at("erratum").fail("no erratum \"" + erratum + "\"");
      place.at("case").members();
      Json body = place.at("case").json();
      body["operator"] = spec_->name();
      spec_->examples.push_back(
          {place.at("title").text(), place.at("source").text(), erratum, body.dump()});
    }
  }

  JsonPlace root_;
  std::unique_ptr<Spec> spec_ = std::make_unique<Spec>();
  std::set<std::string> ids_;
  /// By facet: the facets that its `prefer` reads.
  std::map<std::size_t, std::vector<std::size_t>> preferences_need_;
};

}  // namespace

std::unique_ptr<const Spec> load_spec(std::string_view json, const std::string& path) {
  const Json document = parse_json(json, path);
  return Loader(document, path, json).load();
}

}  // namespace assay::specs
