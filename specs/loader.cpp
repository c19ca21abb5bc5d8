// A spec is loaded from JSON in this order: the facets of the members are made, with the generic
// rules; the spec's own rules are parsed into them; the facets are sorted, so that each comes after
// all that its rules read.
#include "specs/loader.h"

#include <fmt/format.h>

#include <set>

#include "ops/embedded_file.h"
#include "ops/nearest_name.h"
#include "specs/activation_loader.h"
#include "specs/drawing_order.h"
#include "specs/family.h"
#include "specs/formula_loader.h"
#include "specs/generic_rules.h"
#include "specs/json.h"
#include "specs/rule_loader.h"
#include "specs/signature_loader.h"
#include "specs/spec_words.h"
#include "specs/unknown_name.h"

namespace assay::specs {
namespace {

using ops::Expression;

#include "kSharedErrata.inc"

class Loader {
 public:
  Loader(const JsonDocument& document, const std::string& path, std::string_view text)
      : root_(document.root()) {
    spec_->path = path;
    spec_->text = text;
    spec_->origins = document.origins;
  }

  std::unique_ptr<const Spec> load() {
    root_.only_keys({"$schema", "operator", "desc", "summary", "page", "let", "terms", "work",
                     "members", "support", "errata", "examples", "family", "computes",
                     "computes_integers", "substitutes", "activation"});
    spec_->signature.operator_name = read_name(root_.at("operator"), root_.at("operator").text());
    spec_->desc = root_.at("desc").text();
    spec_->summary = root_.at("summary").text();
    spec_->page = root_.at("page").text();
    load_signature(root_, *spec_);
    if (root_.has("activation")) load_activation(root_, *spec_);
    load_support(root_, *spec_);
    if (root_.has("family")) load_formulas(root_, *spec_);
    if (root_.has("let")) load_let();
    add_generic_rules(*spec_);
    Preferences preferences_need;
    load_rules(root_, *spec_, ids_, preferences_need);
    if (root_.has("terms"))
      spec_->terms = read_expression(root_.at("terms"), Expression::Form::Integer, *spec_);
    if (root_.has("work"))
      spec_->work = read_expression(root_.at("work"), Expression::Form::Integer, *spec_);
    sort_facets(preferences_need, *spec_);
    find_interesting_levels();
    load_errata();
    load_examples();
    return std::move(spec_);
  }

 private:
  void load_let() {
    for (const auto& [name, place] : root_.at("let").members()) {
      read_name(place.key(), name);
      if (spec_->signature.find(name)) place.key().fail("a member has this name; take another");
      spec_->let.texts.emplace_back(name, place.text());
    }
    // An alias is checked even if nothing uses it.
    for (const auto& [name, text] : spec_->let.texts) check_alias(name);
  }

  void check_alias(const std::string& name) const {
    const JsonPlace place = root_.at("let").at(name.c_str());
    try {
      Expression::parse(name, Expression::Form::Sets, spec_->signature, spec_->let);
    } catch (const ops::ExpressionError&) {
      try {
        Expression::parse(name, Expression::Form::Integer, spec_->signature, spec_->let);
      } catch (const ops::ExpressionError& e) {
        place.fail_at(e.alias_column.value_or(1), e.what());
      }
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
    for (const JsonPlace& place : root_.at("errata").entries())
      load_erratum(place.json().is_string() ? shared_erratum(place) : place);
  }

  void load_erratum(const JsonPlace& place) {
    place.only_keys({"id", "where", "page", "reading", "why"});
    add_id(ids_, "erratum " + place.at("id").text(), place.at("id"));
    spec_->errata.push_back({place.at("id").text(), place.at("where").text(),
                             place.at("page").text(), place.at("reading").text(),
                             place.at("why").text()});
  }

  /// The erratum of several pages that has the id at `place`.
  static JsonPlace shared_erratum(const JsonPlace& place) {
    static const std::string path(kSharedErrata[0].path);
    static const JsonDocument all = parse_document(kSharedErrata[0].text, path);
    std::vector<std::string> known;
    for (const JsonPlace& erratum : all.root().entries()) {
      known.push_back(erratum.at("id").text());
      if (known.back() == place.text()) return erratum;
    }
    place.fail(fmt::format("no erratum \"{}\" in {}{}", place.text(), path,
                           ops::known_words(place.text(), known)));
  }

  void load_examples() {
    if (!root_.has("examples")) return;
    for (const JsonPlace& place : root_.at("examples").entries()) {
      place.only_keys({"title", "source", "erratum", "case"});
      const std::string erratum = place.text_or("erratum", "");
      if (!erratum.empty() && !ids_.contains("erratum " + erratum))
        place.at("erratum").fail(unknown("erratum", erratum, errata_ids()));
      place.at("case").members();
      Json body = place.at("case").json();
      body["operator"] = spec_->name();
      spec_->examples.push_back({place.at("title").text(), place.at("source").text(), erratum,
                                 body.dump(), place.at("case").origins()});
    }
  }

  std::vector<std::string> errata_ids() const {
    std::vector<std::string> ids;
    for (const Erratum& erratum : spec_->errata) ids.push_back(erratum.id);
    return ids;
  }

  JsonPlace root_;
  std::unique_ptr<Spec> spec_ = std::make_unique<Spec>();
  RuleIds ids_;
};

}  // namespace

std::unique_ptr<const Spec> load_spec(std::string_view json, const std::string& path) {
  JsonDocument document = parse_document(json, path);
  const bool is_of_family = document.root().has("family");
  if (is_of_family) document = expand_family(document.root(), path);
  const std::string text = is_of_family ? json_text(document.json) : std::string(json);
  document = expand_activation(std::move(document), path);
  return Loader(document, path, text).load();
}

}  // namespace assay::specs
