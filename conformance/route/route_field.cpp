// What follows from a row of the table of fields: the text of its values, and which of them
// coverage counts.
#include "conformance/route/route_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "ops/error.h"
#include "ops/nearest_name.h"

namespace assay::conformance {
namespace {

std::vector<std::string> texts_of(std::span<const std::string_view> words) {
  return {words.begin(), words.end()};
}

/// Reads a number. `words` may stand in its place.
std::uint64_t number(std::string_view name, std::string_view text, std::uint64_t low,
                     std::uint64_t high, std::span<const std::string_view> words) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
    throw Error(fmt::format("route field {}: \"{}\" is no integer in {} .. {}{}", name, text, low,
                            high, ops::nearest_words(text, texts_of(words))));
  return value;
}

bool contains(std::span<const std::uint64_t> values, std::uint64_t value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

std::uint64_t RouteField::usual() const {
  static const Route plain;
  return get(plain);
}

std::string RouteField::text_of(std::uint64_t value) const {
  if (value < words.size()) return std::string(words[value]);
  if (write) return write(value);
  return std::to_string(value);
}

std::uint64_t RouteField::value_of(std::string_view text) const {
  if (read) return read(text);
  const auto allowed = words.subspan(word_0_is_left_out ? 1 : 0);
  if (const auto word = std::find(allowed.begin(), allowed.end(), text); word != allowed.end())
    return words.size() - static_cast<std::size_t>(allowed.end() - word);
  if (highest == 0)
    throw Error(fmt::format("route field {}: there is no \"{}\"{}", name, text,
                            ops::known_words(text, texts_of(allowed))));
  const std::uint64_t value = number(name, text, lowest, highest, allowed);
  if (value % unit)
    throw Error(fmt::format("route field {}: must be a multiple of {}", name, unit));
  return value;
}

bool RouteField::is_optional(std::uint64_t value) const {
  static const opencl::DeviceInfo plainest = [] {
    opencl::DeviceInfo device;
    device.standards = {12};
    device.max_work_group_size = std::numeric_limits<std::size_t>::max();
    return device;
  }();
  return is_lacking(value, plainest);
}

bool RouteField::is_asked_for(std::uint64_t value, const opencl::DeviceInfo& device) const {
  return others_alike || contains(covered, value) ||
         (drawn_on && contains(drawn_on(device), value));
}

std::vector<std::string> RouteField::covered_names() const {
  if (others_alike) return {"usual", "other"};
  std::vector<std::string> names;
  for (const std::uint64_t value : covered) names.push_back(text_of(value));
  return names;
}

std::size_t RouteField::covered_index(const Route& route) const {
  const std::uint64_t value = get(route);
  if (others_alike) return value == covered[0] ? 0 : 1;
  return static_cast<std::size_t>(std::find(covered.begin(), covered.end(), value) -
                                  covered.begin());
}

}  // namespace assay::conformance
