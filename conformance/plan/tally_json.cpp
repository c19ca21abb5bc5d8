// Tallies as JSON, for other processes and journals.
#include "conformance/plan/tally_json.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "ops/error.h"
#include "specs/described_type.h"

namespace assay::conformance {

using specs::Json;

namespace {

/// An invalid case may have a type that no element has.
ops::DataType type_of(std::uint64_t number) {
  if (number > static_cast<std::uint64_t>(specs::kDescribedTypes.high))
    throw Error(fmt::format("no data type {}", number));
  return static_cast<ops::DataType>(number);
}

specs::Level level_of(std::uint64_t index) {
  if (index >= specs::Level::kCount) throw Error(fmt::format("no level {}", index));
  return {static_cast<std::int64_t>(index)};
}

/// A sequence of numbers as one text. A JSON list of the numbers would cost ten times as much.
class Row {
 public:
  void add(std::uint64_t number) { text_ += fmt::format("{} ", number); }
  template <typename Counts>
  void add_all(const Counts& counts) {
    for (const std::uint64_t n : counts) add(n);
  }
  Json take() { return Json(std::move(text_)); }

 private:
  std::string text_;
};

/// Reads the numbers of a row, from its start.
class RowReader {
 public:
  explicit RowReader(const Json& row) : text_(row.get_ref<const std::string&>()) {}
  bool at_end() const { return text_.empty(); }
  std::uint64_t next() {
    std::uint64_t number = 0;
    const char* const end = text_.data() + text_.size();
    const auto [rest, error] = std::from_chars(text_.data(), end, number);
    if (error != std::errc() || rest == end || *rest != ' ')
      throw Error(fmt::format("a row of numbers breaks off at \"{}\"", text_));
    text_.remove_prefix(static_cast<std::size_t>(rest + 1 - text_.data()));
    return number;
  }
  template <typename Counts>
  void next_all(Counts& counts) {
    for (std::uint64_t& n : counts) n = next();
  }

 private:
  std::string_view text_;
};

}  // namespace

Json tally_to_json(const Tally& tally) {
  Json json;
  Json& operators = json["operators"] = Json::object();
  for (const auto& [spec, o] : tally.operators()) {
    Row verdicts, cells, rules, headroom;
    verdicts.add_all(o.verdicts);
    for (const auto& [key, counts] : o.by_type_and_level) {
      cells.add(static_cast<std::uint64_t>(key.first));
      cells.add(static_cast<std::uint64_t>(key.second.index));
      cells.add_all(counts);
    }
    for (const auto& r : o.rules) rules.add_all(std::array{r.satisfied, r.low_edge, r.high_edge});
    for (const auto& [type, bins] : o.headroom) {
      headroom.add(static_cast<std::uint64_t>(type));
      headroom.add_all(bins);
    }
    Json& to = operators[spec->name()];
    to["verdicts"] = verdicts.take();
    to["cells"] = cells.take();
    to["rules"] = rules.take();
    to["headroom"] = o.worst_headroom;
    to["headroom_bins"] = headroom.take();
    to["elements"] = o.elements;
  }
  Json& skips = json["skips"] = Json::array();
  for (const auto& [reason, count] : tally.skips())
    skips.push_back({reason.what, reason.is_short, count});
  return json;
}

Tally tally_from_json(const Json& json, const specs::Catalogue& catalogue) {
  Tally tally;
  for (const auto& [name, from] : json.at("operators").items()) {
    const specs::Spec* spec = catalogue.find(name);
    if (!spec) throw Error("no operator \"" + name + "\"");
    Tally::OfOperator& o = tally.of(*spec);
    RowReader(from.at("verdicts")).next_all(o.verdicts);
    for (RowReader cells(from.at("cells")); !cells.at_end();) {
      const ops::DataType type = type_of(cells.next());
      cells.next_all(o.by_type_and_level[{type, level_of(cells.next())}]);
    }
    RowReader rules(from.at("rules"));
    for (auto& rule : o.rules)
      rule = {.satisfied = rules.next(), .low_edge = rules.next(), .high_edge = rules.next()};
    o.worst_headroom = from.at("headroom");
    for (RowReader bins(from.at("headroom_bins")); !bins.at_end();)
      bins.next_all(o.headroom[type_of(bins.next())]);
    o.elements = from.at("elements");
  }
  for (const Json& skip : json.at("skips")) tally.add_skips({skip.at(0), skip.at(1)}, skip.at(2));
  return tally;
}

}  // namespace assay::conformance
