#include "specs/unknown_name.h"

#include <fmt/format.h>

#include "ops/nearest_name.h"
#include "specs/level.h"

namespace assay::specs {
using Names = std::vector<std::string>;

std::string unknown(std::string_view what, std::string_view name, const Names& known) {
  return fmt::format("no {} \"{}\"{}", what, name, ops::known_words(name, known));
}

std::string unknown_operator(std::string_view name, const Catalogue& catalogue) {
  Names known;
  for (const auto& spec : catalogue.all()) known.push_back(spec->name());
  return unknown("operator", name, known);
}

std::string unknown_level(std::string_view name) {
  Names known;
  for (std::int64_t i = 0; i < Level::kCount; ++i) known.emplace_back(Level{i}.name());
  return unknown("feature level", name, known);
}

std::string unknown_type(std::string_view name) {
  Names known;
  for (const ops::DataType type : ops::all_data_types()) known.emplace_back(name_of(type));
  return unknown("data type", name, known);
}

std::string unknown_enumerator(std::string_view name, const ops::Member& member) {
  Names known;
  for (const ops::Enumerator& e : member.enumerators) known.push_back(e.name);
  return unknown("enumerator", name, known);
}

}  // namespace assay::specs
