// Tallies on their way between processes.
#include "conformance/tally_json.h"

#include <fmt/format.h>

#include "ops/error.h"

namespace assay::conformance {

using specs::Json;

namespace {

ops::DataType type_from(const Json& json) {
  const int number = json.get<int>();
  for (const ops::DataType type : ops::all_data_types())
    if (static_cast<int>(type) == number) return type;
  throw Error(fmt::format("no data type {}", number));
}

specs::Level level_from(const Json& json) {
  const auto index = json.get<std::int64_t>();
  if (index < 0 || index >= specs::Level::kCount) throw Error(fmt::format("no level {}", index));
  return {index};
}

}  // namespace

Json tally_to_json(const Tally& tally) {
  Json operators = Json::object();
  for (const auto& [spec, o] : tally.operators()) {
    Json cells = Json::array(), rules = Json::array(), headroom = Json::array();
    for (const auto& [key, counts] : o.by_type_and_level)
      cells.push_back({static_cast<int>(key.first), key.second.index, counts});
    for (const auto& r : o.rules) rules.push_back({r.satisfied, r.low_edge, r.high_edge});
    for (const auto& [type, bins] : o.headroom) headroom.push_back({static_cast<int>(type), bins});
    operators[spec->name()] = {{"verdicts", o.verdicts},
                               {"cells", std::move(cells)},
                               {"rules", std::move(rules)},
                               {"headroom", o.worst_headroom},
                               {"headroom_bins", std::move(headroom)},
                               {"elements", o.elements}};
  }
  Json skips = Json::array();
  for (const auto& [reason, count] : tally.skips())
    skips.push_back({reason.first, reason.second, count});
  return {{"operators", std::move(operators)}, {"skips", std::move(skips)}};
}

Tally tally_from_json(const Json& json, const specs::Catalogue& catalogue) {
  Tally tally;
  for (const auto& [name, from] : json.at("operators").items()) {
    const specs::Spec* spec = catalogue.find(name);
    if (!spec) throw Error("no operator \"" + name + "\"");
    Tally::OfOperator& o = tally.of(*spec);
    o.verdicts = from.at("verdicts").get<VerdictCounts>();
    for (const Json& cell : from.at("cells"))
      o.by_type_and_level[{type_from(cell.at(0)), level_from(cell.at(1))}] =
          cell.at(2).get<VerdictCounts>();
    for (std::size_t r = 0; r < o.rules.size(); ++r) {
      const Json& rule = from.at("rules").at(r);
      o.rules[r] = {rule.at(0), rule.at(1), rule.at(2)};
    }
    o.worst_headroom = from.at("headroom");
    o.elements = from.at("elements");
    for (const Json& bins : from.at("headroom_bins"))
      o.headroom[type_from(bins.at(0))] = bins.at(1).get<HeadroomBins>();
  }
  for (const Json& skip : json.at("skips")) tally.add_skips(skip.at(0), skip.at(1), skip.at(2));
  return tally;
}

}  // namespace assay::conformance
