// A fused activation is an operator within an operator. Its spec is read where it stands, and its
// formula and members become part of the spec around it, so that all that is done with members is
// done with these.
#include "specs/activation_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "specs/family.h"
#include "specs/loader.h"
#include "specs/spec_file.h"
#include "specs/spec_words.h"
#include "specs/unknown_name.h"

namespace assay::specs {
namespace {

#include "kFusedActivations.inc"

/// An operator that may be fused into others, from a level on.
struct Fusable {
  std::string name;
  Level since;
  Json spec;
};

class ActivationExpansion {
 public:
  ActivationExpansion(const JsonPlace& member, const JsonPlace& spec, const std::string& path)
      : member_(member), spec_(spec), path_(path), name_(member.at("name").text()) {
    member_.only_keys({"name", "kind", "summary", "fuses"});
    const JsonDocument listed =
        parse_document(kFusedActivations[0].text, std::string(kFusedActivations[0].path));
    for (const JsonPlace& place : listed.root().entries()) add(place, place.text(), {});
    if (!member_.has("fuses")) return;
    for (const auto& [name, place] : member_.at("fuses").members())
      add(place.key(), name, read_level(place, place.text()));
  }

  Json members() {
    Json enumerators = Json::object();
    for (std::size_t i = 0; i < fusable_.size(); ++i) enumerators[fusable_[i].name] = i;
    Json all = Json::array();
    all.push_back({{"name", name_},
                   {"kind", "struct"},
                   {"optional", true},
                   {"summary", member_.at("summary").text()}});
    all.push_back({{"name", name_ + ".Type"},
                   {"kind", "enum"},
                   {"summary", "The operator that is fused."},
                   {"enumerators", std::move(enumerators)},
                   {"value", fusable_rules()}});
    for (Json& parameter : parameters()) all.push_back(std::move(parameter));
    return all;
  }

  Json formulas() const {
    Json all = Json::object();
    for (const Fusable& f : fusable_)
      all["operators"][f.name] = {{"computes", f.spec["computes"]}, {"variable", variable_of(f)}};
    all["member"] = name_;
    return all;
  }

 private:
  void add(const JsonPlace& place, const std::string& name, Level since) {
    const auto file = find_spec_file(name + ".json", path_, embedded_specs());
    if (!file) place.fail(unknown("operator", name, operators()));
    const JsonDocument document = parse_document(file->text, file->path);
    Json spec = expand_family(document.root(), file->path).json;
    const std::string first = spec["support"].begin().key();
    since = std::max(since, read_level(place, first));
    if (!fusable_.empty() && since < fusable_.back().since)
      place.fail("the levels from which operators are fused must ascend");
    fusable_.push_back({name, since, std::move(spec)});
  }

  /// The names of all operators.
  static std::vector<std::string> operators() {
    std::vector<std::string> names;
    for (const ops::EmbeddedFile& file : embedded_specs())
      names.push_back(std::filesystem::path(file.path).stem());
    return names;
  }

  /// From each level on at which another operator may be fused, a rule that names those that may.
  Json fusable_rules() const {
    const auto [level, place] = spec_.at("support").members()[0];
    const Level introduced = read_level(place.key(), level);
    Json rules = Json::object();
    for (std::size_t i = 0; i < fusable_.size(); ++i) {
      const bool is_last = i + 1 == fusable_.size();
      if (!is_last && fusable_[i + 1].since <= std::max(fusable_[i].since, introduced)) continue;
      const Level since = std::max(fusable_[i].since, introduced);
      Json rule = {
          {"in",
           fmt::format("{0}.Type.{1} .. {0}.Type.{2}", name_, fusable_[0].name, fusable_[i].name)},
          {"sentence", fmt::format("{} is an operator that may be fused at the level.", name_)},
          {"source",
           "Using fused operators to improve performance: Activations that are "
           "supported for fusion"}};
      if (since > introduced) rule["since"] = since.name();
      if (!is_last) rule["until"] = fusable_[i + 1].since.name();
      rules[fmt::format("{}.fusable-from-{}", name_, since.name())] = std::move(rule);
    }
    return rules;
  }

  /// The members of the operators, each of which several may have.
  std::vector<Json> parameters() const {
    std::vector<Json> all;
    for (const Fusable& f : fusable_)
      for (const Json& m : f.spec["members"]) {
        if (m["kind"] != "float" || m["name"].get<std::string>().find('.') != std::string::npos)
          continue;
        Json own = parameter_of(m);
        const auto same = std::find_if(all.begin(), all.end(), [&](const Json& known) {
          return known["name"] == own["name"];
        });
        if (same == all.end()) {
          own["for"] = Json::array({f.name});
          all.push_back(std::move(own));
          continue;
        }
        own["for"] = (*same)["for"];
        if (own != *same)
          member_.fail(fmt::format("{} of {} is another one than that of {}", m["name"].dump(),
                                   f.name, own["for"][0].dump()));
        (*same)["for"].push_back(f.name);
      }
    return all;
  }

  Json parameter_of(const Json& m) const {
    const auto name = m["name"].get<std::string>();
    Json own = {{"name", name_ + "." + name},
                {"kind", m["kind"]},
                {"summary", fmt::format("{} of the operator that is fused.", name)}};
    if (m.contains("prefer")) own["prefer"] = m["prefer"];
    if (m.contains("value"))
      for (const auto& [id, rule] : m["value"].items())
        own["value"][fmt::format("{}.{}", name_, id)] = rule;
    return own;
  }

  static std::string variable_of(const Fusable& f) {
    for (const Json& m : f.spec["members"])
      if (m.contains("variable")) return m["variable"].get<std::string>();
    return {};
  }

  JsonPlace member_, spec_;
  const std::string& path_;
  std::string name_;
  std::vector<Fusable> fusable_;
};

}  // namespace

JsonDocument expand_activation(JsonDocument spec, const std::string& path) {
  const JsonPlace root = spec.root();
  if (!root.has("members") || !spec.json["members"].is_array()) return spec;
  const std::vector<JsonPlace> members = root.at("members").entries();
  const auto fused = [](const JsonPlace& member) {
    return member.has("kind") && member.at("kind").json() == "activation";
  };
  const auto found = std::find_if(members.begin(), members.end(), fused);
  if (found == members.end()) return spec;
  if (const auto second = std::find_if(found + 1, members.end(), fused); second != members.end())
    second->fail("a second activation; an operator has at most one");
  JsonDocument expanded = JsonDocument::made_for(root);
  for (const auto& [key, place] : root.members())
    if (key != "members") expanded.put(key, place);
  for (const JsonPlace& member : members) {
    if (!fused(member)) {
      expanded.append("members", member);
      continue;
    }
    ActivationExpansion expansion(member, root, path);
    for (Json& m : expansion.members()) expanded.append_made("members", std::move(m), member);
    expanded.json["activation"] = expansion.formulas();
  }
  return expanded;
}

void load_activation(const JsonPlace& root, Spec& spec) {
  const JsonPlace place = root.at("activation");
  ops::Signature& signature = spec.signature;
  const std::string name = place.at("member").text();
  ops::Activation activation{
      signature.find(name)->place, signature.find(name + ".Type")->place, {}, {}};
  std::vector<std::string> names{{}};
  for (std::size_t i = 0; i < signature.members.size(); ++i) {
    const ops::Member& m = signature.members[i];
    if (m.choice_place != activation.type_place) continue;
    activation.parameters.push_back(i);
    names.push_back(m.name.substr(name.size() + 1));
  }
  for (const auto& [op, formula] : place.at("operators").members()) {
    names[0] = formula.at("variable").text();
    activation.formulas.push_back(std::make_shared<const ops::Formula>(
        ops::Formula::parse(formula.at("computes").text(), names)));
  }
  signature.activation = std::move(activation);
}

}  // namespace assay::specs
