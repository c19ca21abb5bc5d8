// Each kind of member has its form in JSON: numbers, words, lists.
#include "specs/value_json.h"

#include <fmt/format.h>

#include "ops/value_key.h"
#include "specs/described_type.h"
#include "specs/element_json.h"
#include "specs/unknown_name.h"

namespace assay::specs {

using ops::Kind;
using ops::List;
using ops::Member;

void require_object(const JsonPlace& place, std::string_view example) {
  if (!place.json().is_object()) place.fail(fmt::format("must be an object, as in {}", example));
}

void require_array(const JsonPlace& place, std::string_view example) {
  if (!place.json().is_array()) place.fail(fmt::format("must be an array, as in {}", example));
}

List list_from_json(const JsonPlace& place, std::int64_t low, std::int64_t high) {
  require_array(place, "[2, 3]");
  List list;
  for (const JsonPlace& entry : place.entries()) {
    if (list.full()) place.fail(fmt::format("a list has at most {} entries", ops::kMaxEntries));
    list.push_back(entry.integer(low, high));
  }
  return list;
}

Json list_to_json(const List& list) {
  Json json = Json::array();
  for (std::int64_t v : list) json.push_back(v);
  return json;
}

namespace {

/// The key of a value. A member has bits, so `"nan"` stands for those of the quiet NaN.
/// A negative number of an unsigned type has the bits of the signed type: pages count down with
/// them.
std::int64_t number_from_json(ops::DataType type, const JsonPlace& place) {
  const Json& json = place.json();
  if (!is_signed(type) && json.is_number_integer() && !json.is_number_unsigned()) {
    const std::int64_t value = json.get<std::int64_t>();
    const std::int64_t lowest = INT64_MIN >> (64 - 8 * static_cast<int>(size_of(type)));
    if (value >= lowest && value < 0) return ops::key_of(type, static_cast<std::uint64_t>(value));
  }
  bool any_nan = false;
  return ops::key_of(type, element_from_json(type, place, any_nan));
}

List numbers_from_json(ops::DataType type, const JsonPlace& place) {
  require_array(place, "[1, 0.5]");
  List keys;
  for (const JsonPlace& entry : place.entries()) {
    if (keys.full()) place.fail(fmt::format("a list has at most {} entries", ops::kMaxEntries));
    keys.push_back(number_from_json(type, entry));
  }
  return keys;
}

Json number_to_json(ops::DataType type, std::int64_t key) {
  return element_to_json(type, bits_of_key(type, key));
}

std::int64_t type_from_json(const JsonPlace& place) {
  const auto type = described_type_named(place.text());
  if (!type) place.fail(unknown_type(place.text()));
  return static_cast<std::int64_t>(*type);
}

}  // namespace

List value_from_json(const Member& m, const ops::Descriptor& d, const JsonPlace& place) {
  if (const auto type = value_type(m, d)) {
    if (is_array(m.kind)) return numbers_from_json(*type, place);
    // A type that no element has does not say how its values are written.
    return {is_element_type(*type) ? number_from_json(*type, place) : 0};
  }
  switch (m.kind) {
    case Kind::Type:
      return {type_from_json(place)};
    case Kind::Uints:
      return list_from_json(place, 0, UINT32_MAX);
    case Kind::Ints:
      return list_from_json(place, INT32_MIN, INT32_MAX);
    case Kind::Uint:
      return {place.integer(0, UINT32_MAX)};
    case Kind::Bool:
      if (place.json().is_boolean()) return {place.boolean()};
      break;
    case Kind::Enum:
      if (place.json().is_string()) {
        if (const ops::Enumerator* e = enumerator_named(m, place.text())) return {e->value};
        place.fail(unknown_enumerator(place.text(), m));
      }
      break;
    default:
      break;
  }
  return {place.integer(INT32_MIN, INT32_MAX)};
}

Json value_to_json(const Member& m, const ops::Descriptor& d) {
  const List& value = d.values[m.place];
  if (const auto type = value_type(m, d)) {
    if (!is_array(m.kind)) return number_to_json(*type, value[0]);
    Json json = Json::array();
    for (std::int64_t key : value) json.push_back(number_to_json(*type, key));
    return json;
  }
  if (m.kind == Kind::Type) return name_of(static_cast<ops::DataType>(value[0]));
  if (is_array(m.kind)) return list_to_json(value);
  if (m.kind == Kind::Bool && (value[0] == 0 || value[0] == 1)) return value[0] == 1;
  for (const ops::Enumerator& e : m.enumerators)
    if (e.value == value[0]) return e.name;
  return value[0];
}

}  // namespace assay::specs
