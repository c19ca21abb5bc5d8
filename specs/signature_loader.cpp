// The members are loaded first, then which output may lie in which input's memory, then what each
// level supports.
#include "specs/signature_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/nearest_name.h"
#include "specs/spec_words.h"
#include "specs/unknown_name.h"

namespace assay::specs {
namespace {

using ops::Kind;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"input", Kind::Input},   {"output", Kind::Output}, {"uint", Kind::Uint},
    {"int", Kind::Int},       {"bool", Kind::Bool},     {"enum", Kind::Enum},
    {"uints", Kind::Uints},   {"ints", Kind::Ints},     {"float", Kind::Float},
    {"floats", Kind::Floats}, {"scalar", Kind::Scalar}, {"type", Kind::Type},
    {"struct", Kind::Struct}, {"inputs", Kind::Input},  {"outputs", Kind::Output}};

/// The most tensors that an array of tensors holds. A case of two such arrays still fits into a
/// kernel's argument.
constexpr std::int64_t kMostTensors = 8;

std::vector<ops::Enumerator> read_enumerators(const JsonPlace& place, Kind kind) {
  std::vector<ops::Enumerator> enumerators;
  if (kind == Kind::Enum) {
    for (const auto& [word, value] : place.at("enumerators").members())
      enumerators.push_back({read_name(value.key(), word), value.integer(0, INT32_MAX)});
  } else if (place.has("enumerators")) {
    place.at("enumerators").key().fail("only an enum has \"enumerators\"");
  }
  return enumerators;
}

/// Reads a member's name. That of a struct's member is the struct's, a dot, and its own.
std::string read_member_name(const JsonPlace& place, Kind kind, const Spec& spec) {
  const std::string name = place.text();
  const std::size_t dot = name.find('.');
  if (dot == name.npos) return read_name(place, name);
  const std::string outer_name = name.substr(0, dot);
  const ops::Member* outer = spec.signature.find(outer_name);
  if (!outer || outer->kind != Kind::Struct) {
    std::vector<std::string> known;
    for (const ops::Member& m : spec.signature.members)
      if (m.kind == Kind::Struct) known.push_back(m.name);
    place.fail(fmt::format("no struct \"{}\" before it{}", outer_name,
                           ops::known_words(outer_name, known)));
  }
  if (!spec.signature.members.back().name.starts_with(outer->name))
    place.fail("a struct's members follow it");
  if (is_tensor(kind) || is_array(kind) || kind == Kind::Scalar || kind == Kind::Struct)
    place.fail("a struct has only single values of its own");
  read_name(place, name.substr(dot + 1));
  return name;
}

/// Reads which member holds the data type of a scalar.
void add_scalar_type(const JsonPlace& place, ops::Member& scalar, const Spec& spec) {
  if (scalar.kind == Kind::Scalar) {
    scalar.type_place = read_member(place.at("of"), "a member before it whose kind is \"type\"",
                                    spec, [](const ops::Member& m) { return m.kind == Kind::Type; })
                            .place;
  } else if (place.has("of")) {
    place.at("of").key().fail("only a scalar has an \"of\"");
  }
}

/// Reads how many tensors a member can hold: `capacity` for "inputs" and "outputs", else 1.
std::size_t read_capacity(const JsonPlace& place) {
  const std::string kind = place.at("kind").text();
  const bool many = kind == "inputs" || kind == "outputs";
  for (const char* key : {"capacity", "count"})
    if (!many && place.has(key))
      place.at(key).key().fail(fmt::format("only \"inputs\" and \"outputs\" have a \"{}\"", key));
  return many ? static_cast<std::size_t>(place.at("capacity").integer(2, kMostTensors)) : 1;
}

/// Reads which member says how many tensors there are.
void add_count(const JsonPlace& place, ops::Member& m, const Spec& spec) {
  if (!m.is_tensor_array()) return;
  m.count_place =
      read_member(place.at("count"), "a member before it whose kind is \"uint\"", spec,
                  [](const ops::Member& count) {
                    return count.kind == Kind::Uint && count.within == ops::Member::kNowhere;
                  })
          .place;
}

/// Reads for which values of an enum in the same struct a member is there.
void add_choices(const JsonPlace& place, ops::Member& m, const Spec& spec) {
  for (const ops::Member& choice : spec.signature.members) {
    if (choice.kind != Kind::Enum || choice.within != m.within) continue;
    m.choice_place = choice.place;
    for (const JsonPlace& name : place.entries()) {
      const ops::Enumerator* e = enumerator_named(choice, name.text());
      if (!e || e->value > 63) name.fail(unknown_enumerator(name.text(), choice));
      m.choices |= std::uint64_t{1} << e->value;
    }
  }
}

std::vector<std::string> kinds() {
  std::vector<std::string> names{"activation"};
  for (const auto& [name, kind] : kKinds) names.emplace_back(name);
  return names;
}

void add_member(const JsonPlace& place, Spec& spec) {
  place.only_keys({"name",     "kind",       "summary",  "alias",   "enumerators", "length",
                   "type",     "dimensions", "sizes",    "value",   "prefer",      "data",
                   "of",       "optional",   "like",     "entries", "least",       "variable",
                   "capacity", "count",      "presence", "for",     "fuses"});
  const std::string kind_name = place.at("kind").text();
  const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const auto& k) { return k.first == kind_name; });
  if (kind == std::end(kKinds)) place.at("kind").fail(unknown("kind", kind_name, kinds()));
  if (place.has("fuses")) place.at("fuses").key().fail("only an \"activation\" has a \"fuses\"");
  const std::string name = read_member_name(place.at("name"), kind->second, spec);
  for (const char* field : {"level", "fill", "indices", "seed"})
    if (name == field)
      place.at("name").fail(
          fmt::format("\"{}\" is a field of every case; take another name", name));
  if (spec.signature.find(name))
    place.at("name").fail("a second member \"" + name + "\"; take another name");
  ops::Member& m = spec.signature.add(name, kind->second, read_enumerators(place, kind->second),
                                      read_capacity(place));
  add_count(place, m, spec);
  m.optional = place.has("optional") && place.at("optional").boolean();
  if (m.optional && m.kind != Kind::Struct && (!is_tensor(m.kind) || m.is_tensor_array()))
    place.at("optional").key().fail("only a struct or a single tensor is optional");
  m.variable = place.text_or("variable", "");
  if (!m.variable.empty() && (m.kind != Kind::Input || m.may_be_absent()))
    place.at("variable").key().fail("only an input that is always there has a \"variable\"");
  add_scalar_type(place, m, spec);
  if (place.has("for")) add_choices(place.at("for"), m, spec);
  spec.member_summaries.push_back(place.text_or("summary", ""));
}

void add_aliases(const JsonPlace& root, Spec& spec) {
  for (std::size_t i = 0; i < spec.signature.tensor_count; ++i) spec.alias.push_back(i);
  for (const JsonPlace& place : root.at("members").entries()) {
    if (!place.has("alias")) continue;
    const ops::Member* own = spec.signature.find(place.at("name").text());
    if (own->kind != Kind::Output || own->is_tensor_array())
      place.at("alias").key().fail("only an output has an \"alias\"");
    spec.alias[own->place] =
        read_member(place.at("alias"), "an input", spec, [](const ops::Member& m) {
          return m.kind == Kind::Input && !m.is_tensor_array();
        }).place;
  }
}

/// Reads a row of support: types and dimensions under keys, or in one text, as in "T8 4" and
/// "FLOAT32 INT32 1-8".
Support::Row read_row(const JsonPlace& place) {
  constexpr auto kMost = static_cast<std::int64_t>(ops::kMaxDimensions);
  if (!place.json().is_string()) {
    place.only_keys({"dimensions", "types"});
    const JsonPlace dimensions = place.at("dimensions");
    if (dimensions.entries().size() != 2) dimensions.fail("must be [least, most]");
    const ops::Range range{dimensions.at(std::size_t{0}).integer(1, kMost),
                           dimensions.at(std::size_t{1}).integer(1, kMost)};
    if (range.low > range.high) dimensions.fail("must be [least, most]");
    return {range, read_types(place.at("types"), place.at("types").text())};
  }
  const std::string text = place.text();
  const std::size_t space = text.rfind(' ');
  const std::string counts = space == text.npos ? "" : text.substr(space + 1);
  const bool single = counts.size() == 1, both = counts.size() == 3 && counts[1] == '-';
  const ops::Range range{single || both ? counts.front() - '0' : 0,
                         single || both ? counts.back() - '0' : 0};
  if (range.low < 1 || range.high > kMost || range.low > range.high)
    place.fail("must be data types and dimension counts, as in \"T8 4\" or \"FLOAT32 1-8\"");
  return {range, read_types(place, std::string_view(text).substr(0, space))};
}

std::vector<std::string> tensors(const Spec& spec) {
  std::vector<std::string> names;
  for (const ops::Member& m : spec.signature.members)
    if (is_tensor(m.kind)) names.push_back(m.name);
  return names;
}

}  // namespace

void load_signature(const JsonPlace& root, Spec& spec) {
  constexpr std::size_t kMaxMembers = 32;
  if (root.at("members").entries().size() > kMaxMembers)
    root.at("members").fail(fmt::format("an operator has at most {} members", kMaxMembers));
  for (const JsonPlace& place : root.at("members").entries()) add_member(place, spec);
  add_aliases(root, spec);
}

void load_support(const JsonPlace& root, Spec& spec) {
  for (const auto& [name, place] : root.at("support").members()) {
    Support support{read_level(place.key(), name), {}};
    if (!spec.support.empty() && support.level <= spec.support.back().level)
      place.key().fail("levels must ascend; put it before those that are newer");
    if (place.json().is_string()) {
      support.rows.assign(spec.signature.tensor_count, read_row(place));
    } else {
      support.rows.resize(spec.signature.tensor_count);
      for (const auto& [tensor, row] : place.members()) {
        const ops::Member* m = spec.signature.find(tensor);
        if (!m || !is_tensor(m->kind)) row.key().fail(unknown("tensor", tensor, tensors(spec)));
        for (std::size_t k = 0; k < m->capacity; ++k) support.rows[m->place + k] = read_row(row);
      }
      for (const std::string& tensor : tensors(spec)) place.at(tensor.c_str());
    }
    spec.support.push_back(std::move(support));
  }
  if (spec.support.empty()) root.at("support").fail("must name a level");
}

}  // namespace assay::specs
