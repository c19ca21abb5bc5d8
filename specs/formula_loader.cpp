// The variables of a formula are inputs, by the names that the family gives them, and numbers, by
// their own names. What a family substitutes for an input may also read its structs.
#include "specs/formula_loader.h"

#include "ops/nearest_name.h"
#include "specs/fill_shares.h"

namespace assay::specs {
namespace {

using ops::Formula;

/// What a formula calls a member that is an input with a name for formulas, or a number. Empty for
/// all others.
std::string variable_of(const ops::Member& m) {
  switch (m.kind) {
    case ops::Kind::Input:
      return m.variable;
    case ops::Kind::Uint:
    case ops::Kind::Int:
    case ops::Kind::Bool:
    case ops::Kind::Enum:
    case ops::Kind::Float:
    case ops::Kind::Scalar:
      return m.within == ops::Member::kNowhere ? m.name : "";
    default:
      return "";
  }
}

std::shared_ptr<const Formula> parsed(const JsonPlace& place, const std::string& text,
                                      const Spec& spec,
                                      const std::optional<Formula::Substitution>& substitution) {
  std::vector<std::string> variables, all;
  for (const ops::Member& m : spec.signature.members) {
    variables.push_back(variable_of(m));
    const bool of_struct = m.kind == ops::Kind::Struct || m.within != ops::Member::kNowhere;
    all.push_back(of_struct ? m.name : variables.back());
  }
  try {
    Formula own = Formula::parse(text, variables);
    if (substitution) own = Formula::parse(text, all, substitution);
    return std::make_shared<const Formula>(std::move(own));
  } catch (const ops::FormulaError& e) {
    place.fail_at(e.column, e.what() + ops::known_words(e.name, e.known));
  }
}

/// Whether some level supports floats (or integers) for the operands.
bool supports(const Spec& spec, bool floats) {
  for (const Support& s : spec.support)
    for (ops::DataType type : ops::all_data_types())
      if (is_float(type) == floats && s.rows[0].types.contains(static_cast<std::int64_t>(type)))
        return true;
  return false;
}

/// The spec without what no draw reads. Of the formulas, a draw asks only which fills say most, and
/// whether integers have one.
std::string drawn_text(const JsonPlace& root, const ops::Signature& signature) {
  Json json = root.json();
  for (const char* key : {"operator", "desc", "summary", "page", "computes", "computes_integers",
                          "errata", "examples"})
    json.erase(key);
  json["integers"] = signature.integer_formula != nullptr;
  json["fills"] = static_cast<int>(fill_shares_of(*signature.formula));
  return json.dump();
}

}  // namespace

void load_formulas(const JsonPlace& root, Spec& spec) {
  ops::Signature& signature = spec.signature;
  signature.family = root.at("family").text();
  const JsonPlace place = root.at("computes");
  std::optional<Formula::Substitution> substitution;
  if (root.has("substitutes")) {
    const auto all = root.at("substitutes").members();
    if (all.size() != 1) root.at("substitutes").fail("must name one variable");
    substitution = {all[0].first, all[0].second.text()};
  }
  signature.formula = parsed(place, place.text(), spec, substitution);
  // Integers are not scaled, so their formula has no substitution.
  const JsonPlace integers = root.has("computes_integers") ? root.at("computes_integers") : place;
  signature.integer_formula = parsed(integers, integers.text(), spec, {});
  const bool has_integers = signature.integer_formula->has_integers();
  if (!has_integers) {
    if (supports(spec, false))
      integers.fail(
          "cannot be computed over integers: give \"computes_integers\", or support floats alone");
    signature.integer_formula.reset();
  }
  spec.draws_as = drawn_text(root, signature);
}

}  // namespace assay::specs
