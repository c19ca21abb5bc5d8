// An operator of a family is written as what differs from the others: its formula, which further
// members it has, and what is supported. From this and the family's file a whole spec is made,
// which is then read like any other.
#include "specs/family.h"

#include <fmt/format.h>

#include <algorithm>

#include "specs/spec_file.h"

namespace assay::specs {
namespace {

#include "kEmbeddedFamilies.inc"

SpecFile file_of(const JsonPlace& place, const std::string& path) {
  const auto file = std::filesystem::path("families") / (place.text() + ".json");
  if (auto found = find_spec_file(file, path, kEmbeddedFamilies)) return *found;
  place.fail(fmt::format("no family \"{}\"", place.text()));
}

/// The file of a family, or of the family that it is like.
SpecFile family_named(const JsonPlace& place, const std::string& path) {
  SpecFile file = file_of(place, path);
  const Json document = parse_json(file.text, file.path);
  const JsonPlace family(document, file.path);
  if (!family.has("like")) return file;
  family.only_keys({"$schema", "family", "like"});
  return file_of(family.at("like"), path);
}

class Expansion {
 public:
  Expansion(const JsonPlace& root, const std::string& path)
      : root_(root),
        file_(family_named(root.at("family"), path)),
        document_(parse_json(file_.text, file_.path)),
        family_(document_, file_.path) {}

  Json run() {
    root_.only_keys({"$schema", "family", "operator", "summary", "computes", "computes_integers",
                     "with", "page", "support", "errata", "examples"});
    family_.only_keys({"$schema", "family", "let", "members", "further", "errata"});
    Json spec = Json::object();
    const std::string name = root_.at("operator").text();
    spec["operator"] = name;
    std::string capitals = name;
    std::transform(name.begin(), name.end(), capitals.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    spec["desc"] = fmt::format("DML_{}_OPERATOR_DESC", capitals);
    for (const char* key : {"family", "summary", "page", "computes", "computes_integers"})
      if (root_.has(key)) spec[key] = root_.at(key).text();
    spec["let"] = family_.at("let").json();
    spec["members"] = family_.at("members").json();
    spec["errata"] = family_.at("errata").json();
    if (root_.has("with"))
      for (const JsonPlace& place : root_.at("with").entries()) add_further(place, spec);
    spec["support"] = root_.at("support").json();
    if (root_.has("errata"))
      for (const JsonPlace& place : root_.at("errata").entries())
        spec["errata"].push_back(place.json());
    spec["examples"] = root_.has("examples") ? root_.at("examples").json() : Json::array();
    return spec;
  }

 private:
  /// Adds members that the family offers by name, or a member that the operator has alone.
  void add_further(const JsonPlace& place, Json& spec) const {
    if (place.json().is_object()) {
      spec["members"].push_back(place.json());
      return;
    }
    const std::string name = place.text();
    if (!family_.has("further") || !family_.at("further").has(name.c_str()))
      place.fail(fmt::format("the family has no \"{}\"", name));
    const JsonPlace further = family_.at("further").at(name.c_str());
    further.only_keys({"members", "substitutes", "errata"});
    for (const JsonPlace& m : further.at("members").entries()) spec["members"].push_back(m.json());
    if (further.has("substitutes")) spec["substitutes"] = further.at("substitutes").json();
    if (further.has("errata"))
      for (const JsonPlace& e : further.at("errata").entries()) spec["errata"].push_back(e.json());
  }

  JsonPlace root_;
  SpecFile file_;
  Json document_;
  JsonPlace family_;
};

}  // namespace

Json expand_family(const JsonPlace& root, const std::string& path) {
  return Expansion(root, path).run();
}

}  // namespace assay::specs
