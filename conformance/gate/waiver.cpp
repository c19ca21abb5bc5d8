// Waivers, and the files that hold them.
#include "conformance/gate/waiver.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstring>
#include <set>

#include "conformance/base/glob.h"
#include "conformance/findings/conditions.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;
using specs::JsonPlace;

constexpr int kFormat = 1;

std::string required_text(const JsonPlace& place, const char* key) {
  std::string text = place.at(key).text();
  if (text.empty()) place.at(key).fail("must not be empty");
  return text;
}

/// The text of a key, or an empty text where the key is left out. A key that is there must have
/// one.
std::string optional_text(const JsonPlace& place, const char* key) {
  return place.has(key) ? required_text(place, key) : std::string();
}

/// A pattern, or an empty text where the key is left out.
std::string optional_glob(const JsonPlace& place, const char* key) {
  std::string pattern = optional_text(place, key);
  try {
    Glob{pattern};
  } catch (const Error& e) {
    place.at(key).fail(e.what());
  }
  return pattern;
}

/// The texts of a key: one, or a list. Nothing where the key is left out.
std::vector<std::string> optional_texts(const JsonPlace& place, const char* key) {
  if (!place.has(key)) return {};
  if (!place.at(key).json().is_array()) return {required_text(place, key)};
  std::vector<std::string> texts;
  for (const JsonPlace& entry : place.at(key).entries()) {
    texts.push_back(entry.text());
    if (texts.back().empty()) entry.fail("must not be empty");
  }
  if (texts.empty()) place.at(key).fail("must not be empty");
  return texts;
}

void check_rule(const JsonPlace& place, const Waiver& w, const specs::Catalogue& catalogue) {
  if (w.operators.size() != 1) place.fail("a rule needs its one operator beside it");
  const specs::Spec* spec = catalogue.find(w.operators[0]);
  const auto named = [&](const auto& rule) { return rule.id == w.rule; };
  if (std::none_of(spec->rules.begin(), spec->rules.end(), named) &&
      std::none_of(spec->data_rules.begin(), spec->data_rules.end(), named))
    place.fail(fmt::format("{} has no rule \"{}\"", spec->name(), w.rule));
}

void check_conditions(const JsonPlace& place, const Waiver& w, const specs::Catalogue& catalogue) {
  if (w.operators.empty()) place.fail("conditions need their operator beside them");
  Conditions conditions(catalogue);
  for (const std::string& condition : w.conditions)
    for (const std::string& name : w.operators)
      if (!conditions.is_possible(condition, *catalogue.find(name)))
        place.fail(fmt::format("no case of {} can have \"{}\"", name, condition));
}

Waiver read_waiver(const JsonPlace& place, const specs::Catalogue& catalogue) {
  place.only_keys({"id", "case", "operator", "conditions", "rule", "verdict", "device", "driver",
                   "owner", "reason", "link", "expires"});
  Waiver w;
  w.id = required_text(place, "id");
  w.case_glob = optional_glob(place, "case");
  w.operators = optional_texts(place, "operator");
  w.conditions = optional_texts(place, "conditions");
  w.rule = optional_text(place, "rule");
  if (w.case_glob.empty() && w.operators.empty()) place.fail("names neither case nor operator");
  for (const std::string& name : w.operators)
    if (!catalogue.find(name)) place.at("operator").fail(fmt::format("no operator \"{}\"", name));
  if (!w.conditions.empty()) check_conditions(place.at("conditions"), w, catalogue);
  if (!w.rule.empty()) check_rule(place.at("rule"), w, catalogue);
  for (const std::string& name : optional_texts(place, "verdict")) {
    const auto verdict = verdict_named(name);
    if (!verdict || !is_divergence(*verdict))
      place.at("verdict").fail(fmt::format("\"{}\" is no divergence", name));
    w.verdicts.push_back(*verdict);
  }
  w.device_glob = optional_glob(place, "device");
  if (place.has("driver")) {
    const JsonPlace driver = place.at("driver");
    driver.only_keys({"from", "before"});
    if (!driver.has("from") && !driver.has("before"))
      driver.fail("needs `from` or `before`; without `driver`, all drivers are meant");
    w.driver_from = optional_text(driver, "from");
    w.driver_before = optional_text(driver, "before");
    if (!w.driver_from.empty() && !w.driver_before.empty() &&
        ::strverscmp(w.driver_from.c_str(), w.driver_before.c_str()) >= 0)
      driver.fail(
          fmt::format("no version is from {} on and before {}", w.driver_from, w.driver_before));
  }
  w.owner = required_text(place, "owner");
  w.reason = required_text(place, "reason");
  w.link = optional_text(place, "link");
  if (!w.link.empty() && !is_link(w.link))
    place.at("link").fail("must be a link, such as https://...");
  try {
    w.expires = parse_day(place.at("expires").text(), "expires");
  } catch (const Error& e) {
    place.fail(e.what());
  }
  return w;
}

/// Puts what optional_texts() reads.
void put_texts(Json& to, const char* key, const std::vector<std::string>& texts) {
  if (texts.size() == 1)
    to[key] = texts[0];
  else if (!texts.empty())
    to[key] = texts;
}

}  // namespace

bool Waiver::speaks_of(const opencl::DeviceInfo& device) const {
  const std::string& version = device.driver_version;
  if (!device_glob.empty()) {
    const Glob glob(device_glob);
    if (!glob.matches(device.name) && !glob.matches(device.platform + "/" + device.name))
      return false;
  }
  if (!driver_from.empty() && ::strverscmp(version.c_str(), driver_from.c_str()) < 0) return false;
  return driver_before.empty() || ::strverscmp(version.c_str(), driver_before.c_str()) < 0;
}

bool Waiver::is_of(Verdict v) const {
  return is_divergence(v) &&
         (verdicts.empty() || std::find(verdicts.begin(), verdicts.end(), v) != verdicts.end());
}

std::vector<Waiver> read_waivers(const std::filesystem::path& path,
                                 const specs::Catalogue& catalogue) {
  const Json json = specs::parse_json(specs::read_file(path), path.string());
  const JsonPlace file(json, path.string());
  file.only_keys({"$schema", "format", "waivers"});
  file.at("format").integer(kFormat, kFormat);
  std::vector<Waiver> waivers;
  std::set<std::string> ids;
  for (const JsonPlace& place : file.at("waivers").entries()) {
    waivers.push_back(read_waiver(place, catalogue));
    if (!ids.insert(waivers.back().id).second)
      place.fail(fmt::format("two waivers have the id \"{}\"", waivers.back().id));
  }
  return waivers;
}

Json waivers_to_json(const std::vector<Waiver>& waivers) {
  Json list = Json::array();
  for (const Waiver& w : waivers) {
    Json json;
    const auto put = [](Json& to, const char* key, const std::string& text) {
      if (!text.empty()) to[key] = text;
    };
    put(json, "id", w.id);
    put(json, "case", w.case_glob);
    put_texts(json, "operator", w.operators);
    if (!w.conditions.empty()) json["conditions"] = w.conditions;
    put(json, "rule", w.rule);
    std::vector<std::string> verdicts;
    for (const Verdict v : w.verdicts) verdicts.emplace_back(name_of(v));
    put_texts(json, "verdict", verdicts);
    put(json, "device", w.device_glob);
    Json driver = Json::object();
    put(driver, "from", w.driver_from);
    put(driver, "before", w.driver_before);
    if (!driver.empty()) json["driver"] = driver;
    put(json, "owner", w.owner);
    put(json, "reason", w.reason);
    put(json, "link", w.link);
    put(json, "expires", w.expires);
    list.push_back(std::move(json));
  }
  return {{"format", kFormat}, {"waivers", std::move(list)}};
}

bool is_link(const std::string& text) {
  const std::size_t colon = text.find("://");
  const auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '-'; };
  return colon != text.npos && colon > 0 && colon + 3 < text.size() &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), is_part) &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; });
}

std::string parse_day(const std::string& text, const std::string& where) {
  int year = 0;
  unsigned month = 0, day = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](auto& value, char after) {
    const auto [stop, error] = std::from_chars(at, end, value);
    at = stop;
    if (error != std::errc()) return false;
    return after == 0 ? at == end : at != end && *at++ == after;
  };
  // Days are compared as text, so each has all of its digits.
  const bool read = text.size() == 10 && text[4] == '-' && text[7] == '-' && text[0] != '-' &&
                    number(year, '-') && number(month, '-') && number(day, 0);
  if (!read || !std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month),
                                            std::chrono::day(day))
                    .ok())
    throw Error(fmt::format("{} {}: is no day, as in 2026-12-31", where, text));
  return text;
}

std::string today(int days) {
  const auto now = std::chrono::system_clock::now() + std::chrono::days(days);
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace assay::conformance
