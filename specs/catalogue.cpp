// A catalogue holds the specs of a folder, or those that the program carries inside.
#include <fmt/format.h>

#include <algorithm>

#include "ops/embedded_file.h"
#include "ops/installed.h"
#include "specs/draw.h"
#include "specs/json.h"
#include "specs/loader.h"
#include "specs/unknown_name.h"

namespace assay::specs {
namespace {

#include "kEmbeddedSpecs.inc"

/// Draws a few cases at each interesting level. If rules are undefined or leave nothing, Error is
/// thrown now and not in the middle of a campaign.
void try_out(const Spec& spec) {
  constexpr int kDraws = 32;
  SeededChooser chooser(0);
  for (const Level level : spec.interesting_levels)
    for (int i = 0; i < kDraws; ++i) draw(draw_head(spec, chooser, {}, {level}), chooser);
}

/// A spec's file has the name of its operator, so no two specs of a folder are of one operator.
void require_own_name(const Spec& spec, const std::filesystem::path& file) {
  if (file.stem() == spec.name()) return;
  throw Error(
      fmt::format("{}: operator: the file is named {} and its operator {}; give both the same name",
                  spec.origins->of("operator", {}).place, file.filename().string(), spec.name()));
}

}  // namespace

std::span<const ops::EmbeddedFile> embedded_specs() { return kEmbeddedSpecs; }

Catalogue::Catalogue(const std::optional<std::filesystem::path>& given) {
  const auto folder = given ? given : ops::installed_folder("specs");
  if (!folder) {
    files_ = kEmbeddedSpecs;
    specs_.resize(files_.size());
    return;
  }
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(*folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  const std::string where = (given ? "--specs " : "") + folder->string();
  const char* const remedy = "give a folder of specs, such as specs/operators of the source tree";
  if (error) throw Error(fmt::format("{}: {}; {}", where, error.message(), remedy));
  if (files.empty()) throw Error(fmt::format("{}: holds no spec (*.json); {}", where, remedy));
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    auto spec = load_spec(read_file(file), file.string());
    require_own_name(*spec, file);
    try_out(*spec);
    specs_.push_back(std::move(spec));
  }
}

const Spec& Catalogue::built_in(std::size_t index) const {
  const std::lock_guard lock(*loading_);
  auto& spec = specs_[index];
  if (!spec) spec = load_spec(files_[index].text, std::string(files_[index].path));
  return *spec;
}

const std::vector<std::unique_ptr<const Spec>>& Catalogue::all() const {
  for (std::size_t i = 0; i < files_.size(); ++i) built_in(i);
  return specs_;
}

const Spec* Catalogue::find(std::string_view name) const {
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (files_[i].name.starts_with(name) && files_[i].name.substr(name.size()) == ".json")
      return &built_in(i);
  if (!files_.empty()) return nullptr;
  for (const auto& s : specs_)
    if (s->name() == name) return s.get();
  return nullptr;
}

std::vector<const Spec*> Catalogue::chosen(const std::vector<std::string>& names) const {
  std::vector<const Spec*> specs;
  for (const std::string& name : names) {
    const Spec* const spec = find(name);
    if (!spec) throw Error(unknown_operator(name, *this));
    specs.push_back(spec);
  }
  if (names.empty())
    for (const auto& spec : all()) specs.push_back(spec.get());
  return specs;
}

}  // namespace assay::specs
