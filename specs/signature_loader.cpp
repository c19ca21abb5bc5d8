// The members are loaded first, then which output may lie in which input's memory, then what each
// level supports.
#include "specs/signature_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "specs/spec_words.h"

namespace assay::specs {
namespace {

using ops::Kind;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"input", Kind::Input}, {"output", Kind::Output}, {"uint", Kind::Uint},   {"int", Kind::Int},
    {"bool", Kind::Bool},   {"enum", Kind::Enum},     {"uints", Kind::Uints}, {"ints", Kind::Ints}};

std::vector<ops::Enumerator> read_enumerators(const JsonPlace& place, Kind kind) {
  std::vector<ops::Enumerator> enumerators;
  if (kind == Kind::Enum) {
    for (const auto& [word, value] : place.at("enumerators").members())
      enumerators.push_back({read_name(value, word), value.integer(0, INT32_MAX)});
  } else if (place.has("enumerators")) {
    place.fail("only an enum has \"enumerators\"");
  }
  return enumerators;
}

void add_member(const JsonPlace& place, Spec& spec) {
  place.only_keys({"name", "kind", "summary", "alias", "enumerators", "length", "type",
                   "dimensions", "sizes", "value", "prefer", "data"});
  const std::string name = read_name(place.at("name"), place.at("name").text());
  const std::string kind_name = place.at("kind").text();
  for (const char* field : {"level", "fill", "indices", "seed"})
    if (name == field) place.at("name").fail(fmt::format("\"{}\" is a field of every case", name));
  const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const auto& k) { return k.first == kind_name; });
  if (kind == std::end(kKinds)) place.at("kind").fail("no kind \"" + kind_name + "\"");
  if (spec.signature.find(name)) place.at("name").fail("a second member \"" + name + "\"");
  spec.signature.add(name, kind->second, read_enumerators(place, kind->second));
  spec.member_summaries.push_back(place.text_or("summary", ""));
}

void add_aliases(const JsonPlace& root, Spec& spec) {
  for (std::size_t i = 0; i < spec.signature.tensor_count; ++i) spec.alias.push_back(i);
  for (const JsonPlace& place : root.at("members").entries()) {
    if (!place.has("alias")) continue;
    const ops::Member* own = spec.signature.find(place.at("name").text());
    if (own->kind != Kind::Output) place.at("alias").fail("only an output has an \"alias\"");
    const ops::Member* other = spec.signature.find(place.at("alias").text());
    if (!other || other->kind != Kind::Input) place.at("alias").fail("must name an input");
    spec.alias[own->place] = other->place;
  }
}

}  // namespace

void load_signature(const JsonPlace& root, Spec& spec) {
  constexpr std::size_t kMaxMembers = 16;
  if (root.at("members").entries().size() > kMaxMembers)
    root.at("members").fail(fmt::format("an operator has at most {} members", kMaxMembers));
  for (const JsonPlace& place : root.at("members").entries()) add_member(place, spec);
  add_aliases(root, spec);
}

void load_support(const JsonPlace& root, Spec& spec) {
  for (const auto& [name, place] : root.at("support").members()) {
    Support support{read_level(place, name), {}};
    if (!spec.support.empty() && support.level <= spec.support.back().level)
      place.fail("levels must ascend");
    support.rows.resize(spec.signature.tensor_count);
    std::size_t rows = 0;
    for (const auto& [tensor, row] : place.members()) {
      row.only_keys({"dimensions", "types"});
      const ops::Member* m = spec.signature.find(tensor);
      if (!m || !is_tensor(m->kind)) row.fail("no tensor \"" + tensor + "\"");
      const JsonPlace dimensions = row.at("dimensions");
      if (dimensions.entries().size() != 2) dimensions.fail("must be [least, most]");
      const std::int64_t most = static_cast<std::int64_t>(ops::kMaxDimensions);
      const ops::Range range{dimensions.at(std::size_t{0}).integer(1, most),
                             dimensions.at(std::size_t{1}).integer(1, most)};
      if (range.low > range.high) dimensions.fail("must be [least, most]");
      support.rows[m->place] = {range, read_types(row.at("types"))};
      ++rows;
    }
    if (rows != spec.signature.tensor_count) place.fail("must name every tensor once");
    spec.support.push_back(std::move(support));
  }
  if (spec.support.empty()) root.at("support").fail("names no level");
}

}  // namespace assay::specs
