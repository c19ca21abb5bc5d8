// An operator of a family is written as what differs from the others: its formula, which further
// members it has, and what is supported. From this and the family's file a whole spec is made,
// which is then read like any other.
#include "specs/family.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/nearest_name.h"
#include "specs/spec_file.h"
#include "specs/unknown_name.h"

namespace assay::specs {
namespace {

#include "kEmbeddedFamilies.inc"

SpecFile file_of(const JsonPlace& place, const std::string& path) {
  const auto file = std::filesystem::path("families") / (place.text() + ".json");
  if (auto found = find_spec_file(file, path, kEmbeddedFamilies)) return *found;
  std::vector<std::string> known;
  for (const ops::EmbeddedFile& file : kEmbeddedFamilies)
    known.push_back(std::filesystem::path(file.path).stem());
  place.fail(unknown("family", place.text(), known));
}

/// The file of a family, or of the family that it is like.
SpecFile family_named(const JsonPlace& place, const std::string& path) {
  SpecFile file = file_of(place, path);
  const JsonDocument document = parse_document(file.text, file.path);
  const JsonPlace family = document.root();
  if (!family.has("like")) return file;
  family.only_keys({"$schema", "family", "like"});
  return file_of(family.at("like"), path);
}

class Expansion {
 public:
  Expansion(const JsonPlace& root, const std::string& path)
      : root_(root),
        file_(family_named(root.at("family"), path)),
        document_(parse_document(file_.text, file_.path)),
        family_(document_.root()) {}

  JsonDocument run() {
    root_.only_keys({"$schema", "family", "operator", "summary", "computes", "computes_integers",
                     "with", "page", "support", "errata", "examples"});
    family_.only_keys({"$schema", "family", "let", "members", "further", "errata"});
    JsonDocument spec = JsonDocument::made_for(root_);
    spec.put("operator", root_.at("operator"));
    std::string capitals = root_.at("operator").text();
    std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    spec.json["desc"] = fmt::format("DML_{}_OPERATOR_DESC", capitals);
    for (const char* key : {"family", "summary", "page", "computes", "computes_integers"})
      if (root_.has(key)) spec.put(key, root_.at(key));
    for (const char* key : {"let", "members", "errata"}) spec.put(key, family_.at(key));
    if (root_.has("with"))
      for (const JsonPlace& place : root_.at("with").entries()) add_further(place, spec);
    spec.put("support", root_.at("support"));
    if (root_.has("errata")) append_all("errata", root_.at("errata"), spec);
    spec.json["examples"] = Json::array();
    if (root_.has("examples")) spec.put("examples", root_.at("examples"));
    return spec;
  }

 private:
  static void append_all(const char* key, const JsonPlace& from, JsonDocument& spec) {
    for (const JsonPlace& place : from.entries()) spec.append(key, place);
  }

  /// Adds members that the family offers by name, or a member that the operator has alone.
  void add_further(const JsonPlace& place, JsonDocument& spec) const {
    if (place.json().is_object()) return spec.append("members", place);
    const std::string name = place.text();
    std::vector<std::string> known;
    if (family_.has("further"))
      for (const auto& [offered, members] : family_.at("further").members())
        known.push_back(offered);
    if (std::find(known.begin(), known.end(), name) == known.end())
      place.fail(fmt::format("the family has no \"{}\"{}", name, ops::known_words(name, known)));
    const JsonPlace further = family_.at("further").at(name.c_str());
    further.only_keys({"members", "substitutes", "errata"});
    append_all("members", further.at("members"), spec);
    if (further.has("substitutes")) spec.put("substitutes", further.at("substitutes"));
    if (further.has("errata")) append_all("errata", further.at("errata"), spec);
  }

  JsonPlace root_;
  SpecFile file_;
  JsonDocument document_;
  JsonPlace family_;
};

}  // namespace

JsonDocument expand_family(const JsonPlace& root, const std::string& path) {
  return Expansion(root, path).run();
}

}  // namespace assay::specs
