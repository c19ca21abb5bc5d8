// A result of `assay ulps` on disk. The reader checks every field, so that nobody need check again.
#include "conformance/keep/kept_ulps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/base/output_file.h"
#include "conformance/keep/run_files.h"
#include "conformance/keep/seal.h"
#include "conformance/keep/sealed_file.h"
#include "conformance/run/device_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;
using specs::JsonPlace;

constexpr const char* kFile = "ulps.json";

/// A number as JSON has it; infinity and NaN are strings, as in case files.
Json number(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;
}

double read_number(const JsonPlace& place) {
  if (!place.json().is_string()) return place.number();
  const std::string text = place.text();
  if (text == "nan") return NAN;
  if (text == "inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  place.fail("is no number, \"nan\", \"inf\" or \"-inf\"");
}

float read_float(const JsonPlace& place) {
  const double x = read_number(place);
  if (std::isfinite(x) && static_cast<double>(static_cast<float>(x)) != x)
    place.fail("is no value of a float");
  return static_cast<float>(x);
}

UlpType read_type(const JsonPlace& place) {
  const auto type = ulp_type_named(place.text());
  if (!type) place.fail("is not FLOAT32, FLOAT16 or half");
  return *type;
}

UlpError read_error(const JsonPlace& place) {
  place.only_keys({"function", "type", "lanes", "limit", "largest", "a", "b", "came", "exact",
                   "results", "refused"});
  UlpError e;
  e.function = place.at("function").text();
  if (e.function.empty()) place.at("function").fail("is empty");
  e.type = read_type(place.at("type"));
  e.lanes = static_cast<int>(place.at("lanes").integer(1, 16));
  e.limit = place.at("limit").number();
  if (!(e.limit > 0)) place.at("limit").fail("is not above 0");
  e.largest = read_number(place.at("largest"));
  if (!(e.largest >= 0)) place.at("largest").fail("is below 0, or no number");
  e.a = read_float(place.at("a"));
  if (place.has("b")) {
    e.operands = 2;
    e.b = read_float(place.at("b"));
  }
  e.came = read_float(place.at("came"));
  e.exact = read_number(place.at("exact"));
  e.results = place.at("results").natural();
  e.refused = place.at("refused").natural();
  if (e.refused > e.results) place.at("refused").fail("is more than there are results");
  if (!e.is_beyond() && e.largest > e.limit)
    place.at("largest").fail("is beyond the limit, but no result is refused");
  return e;
}

}  // namespace

std::string_view name_of(UlpType type) {
  switch (type) {
    case UlpType::Float32:
      return "FLOAT32";
    case UlpType::Float16:
      return "FLOAT16";
    case UlpType::Half:
      return "half";
  }
  return "";
}

std::optional<UlpType> ulp_type_named(std::string_view name) {
  for (const UlpType type : kUlpTypes)
    if (name_of(type) == name) return type;
  return std::nullopt;
}

std::string UlpError::name() const {
  return fmt::format("{} {}, {} lane{}", function, name_of(type), lanes, lanes == 1 ? "" : "s");
}

std::string UlpError::at() const {
  return operands > 1 ? fmt::format("{}, {}", a, b) : fmt::format("{}", a);
}

std::size_t Ulps::beyond() const {
  return static_cast<std::size_t>(std::ranges::count_if(errors, &UlpError::is_beyond));
}

std::string Ulps::summary() const {
  if (errors.empty()) return "Nothing was measured.";
  const std::size_t n = beyond();
  const std::string partial =
      cut_short.empty() ? "" : fmt::format("Not all was measured: {}. ", cut_short);
  if (n == 0)
    return fmt::format("{}None of {} largest errors is beyond its limit.", partial, errors.size());
  return fmt::format("{}{} of {} largest errors {} beyond {} limit.", partial, n, errors.size(),
                     n == 1 ? "is" : "are", n == 1 ? "its" : "their");
}

Json ulp_error_to_json(const UlpError& e) {
  Json json{{"function", e.function}, {"type", name_of(e.type)},      {"lanes", e.lanes},
            {"limit", e.limit},       {"largest", number(e.largest)}, {"a", number(e.a)}};
  if (e.operands > 1) json["b"] = number(e.b);
  json["came"] = number(e.came);
  json["exact"] = number(e.exact);
  json["results"] = e.results;
  json["refused"] = e.refused;
  return json;
}

Json ulps_to_json(const Ulps& ulps) {
  Json json{{"format", kUlpsFormat},
            {"assay", ulps.version},
            {"device", device_to_json(ulps.device)},
            {"seed", ulps.seed},
            {"arguments", ulps.arguments},
            {"summary", ulps.summary()},
            {"ulps", Json::array()},
            {"not_supported", Json::array()}};
  if (!ulps.cut_short.empty()) json["cut_short"] = ulps.cut_short;
  for (const UlpError& e : ulps.errors) json["ulps"].push_back(ulp_error_to_json(e));
  for (const auto& n : ulps.not_supported)
    json["not_supported"].push_back({{"type", name_of(n.type)}, {"reason", n.reason}});
  return json;
}

void begin_ulps(const std::filesystem::path& folder) {
  make_folder(folder);
  for (const char* name : {kRunFile, kCheckpointFile, kFile})
    if (std::filesystem::exists(folder / name))
      throw Error(fmt::format("{}: holds {} already; give a new folder", folder.string(),
                              name == std::string_view(kFile) ? kFile : "a run"));
}

void keep_ulps(const std::filesystem::path& folder, const Ulps& ulps) {
  OutputFile file(folder / kFile);
  file.write(sealed_text(ulps_to_json(ulps), 2));
  file.close();
}

bool holds_ulps(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::exists(path / kFile, none) &&
         !std::filesystem::exists(path / kRunFile, none);
}

Ulps read_ulps(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kFile;
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    throw Error(fmt::format("{}: holds no result of assay ulps (no {})", folder.string(), kFile));
  const Json json = read_sealed(path, kUlpsFormat);
  const JsonPlace place(json, path.string());
  place.only_keys({"format", "assay", "device", "seed", "arguments", "summary", "ulps",
                   "not_supported", "cut_short", "seal"});
  Ulps ulps;
  ulps.version = place.at("assay").text();
  check_device(place.at("device"));
  ulps.device = device_from_json(json.at("device"));
  ulps.seed = place.at("seed").natural();
  ulps.arguments = place.at("arguments").natural();
  std::set<std::string> names;
  for (const JsonPlace& entry : place.at("ulps").entries()) {
    ulps.errors.push_back(read_error(entry));
    if (!names.insert(ulps.errors.back().name()).second)
      entry.fail(fmt::format("is a second entry of {}", ulps.errors.back().name()));
  }
  for (const JsonPlace& entry : place.at("not_supported").entries()) {
    entry.only_keys({"type", "reason"});
    ulps.not_supported.push_back({read_type(entry.at("type")), entry.at("reason").text()});
  }
  if (place.has("cut_short")) ulps.cut_short = place.at("cut_short").text();
  if (place.at("summary").text() != ulps.summary())
    place.at("summary").fail("is not what the errors give");
  return ulps;
}

}  // namespace assay::conformance
