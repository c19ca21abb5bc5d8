// Two results of `assay ulps`. Errors are the same where function, type and lanes are.
#include "conformance/compare/ulps_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "conformance/base/words.h"

namespace assay::conformance {
namespace {

using specs::Json;
using Entry = UlpsDifference::Entry;

struct Change {
  const char* name;
  const char* title;
  std::vector<Entry> UlpsDifference::* entries;
};
constexpr Change kChanges[] = {
    {"passed", "Passed its limit", &UlpsDifference::passed},
    {"further", "Grew beyond its limit", &UlpsDifference::further},
    {"fresh_beyond", "Newly measured, and beyond its limit", &UlpsDifference::fresh_beyond},
    {"grew", "Grew", &UlpsDifference::grew},
    {"missing", "No longer measured", &UlpsDifference::missing},
    {"back", "Within its limit again", &UlpsDifference::back},
    {"shrank", "Shrank", &UlpsDifference::shrank},
    {"fresh", "Newly measured", &UlpsDifference::fresh}};

/// The list in which an entry stands that both results have; null where nothing changed.
std::vector<Entry> UlpsDifference::* list_of(const UlpError& before, const UlpError& after) {
  const bool grew = after.largest > before.largest;
  if (after.is_beyond() && !before.is_beyond()) return &UlpsDifference::passed;
  if (!after.is_beyond() && before.is_beyond()) return &UlpsDifference::back;
  if (after.is_beyond() && grew) return &UlpsDifference::further;
  if (grew) return &UlpsDifference::grew;
  return after.largest < before.largest ? &UlpsDifference::shrank : nullptr;
}

/// `0.918 -> 3.4 ULP of 3 permitted, at -28.04 came 6.6e-13, exactly 6.615e-13`
std::string text_of(const Entry& entry) {
  const UlpError& shown = entry.after ? *entry.after : *entry.before;
  const auto size = [](const std::optional<UlpError>& e) {
    return e ? fmt::format("{:.4}", e->largest) : "-";
  };
  return fmt::format("{}: {} -> {} ULP of {:.4} permitted; at {} came {}, exact is {:.9g}",
                     shown.name(), size(entry.before), size(entry.after), shown.limit, shown.at(),
                     shown.came, shown.exact);
}

}  // namespace

int UlpsDifference::exit_code() const {
  if (!passed.empty() || !further.empty() || !fresh_beyond.empty()) return 1;
  const bool compared = same > 0 || !grew.empty() || !shrank.empty() || !back.empty();
  return missing.empty() && compared && whole ? 0 : 3;
}

UlpsDifference compare_ulps(const Ulps& before, const Ulps& after) {
  UlpsDifference d;
  d.whole = before.cut_short.empty() && after.cut_short.empty();
  d.same_arguments = before.seed == after.seed && before.arguments == after.arguments;
  std::map<std::string, const UlpError*> now;
  for (const UlpError& e : after.errors) now.emplace(e.name(), &e);
  for (const UlpError& was : before.errors) {
    const auto found = now.find(was.name());
    if (found == now.end()) {
      d.missing.push_back({was, std::nullopt});
      continue;
    }
    if (const auto list = list_of(was, *found->second))
      (d.*list).push_back({was, *found->second});
    else
      ++d.same;
    now.erase(found);
  }
  for (const UlpError& e : after.errors)
    if (now.contains(e.name()))
      (e.is_beyond() ? d.fresh_beyond : d.fresh).push_back({std::nullopt, e});
  return d;
}

Json ulps_difference_to_json(const UlpsDifference& d) {
  Json json;
  for (const Change& change : kChanges) {
    json[change.name] = Json::array();
    for (const Entry& entry : d.*change.entries) {
      Json one = Json::object();
      if (entry.before) one["before"] = ulp_error_to_json(*entry.before);
      if (entry.after) one["after"] = ulp_error_to_json(*entry.after);
      json[change.name].push_back(std::move(one));
    }
  }
  json["same"] = d.same;
  json["same_arguments"] = d.same_arguments;
  json["whole"] = d.whole;
  json["exit_code"] = d.exit_code();
  return json;
}

std::string ulps_difference_text(const UlpsDifference& d, std::size_t most) {
  std::string text;
  for (const Change& change : kChanges) {
    const auto& entries = d.*change.entries;
    if (entries.empty()) continue;
    text += fmt::format("{}: {}\n", change.title, grouped(entries.size()));
    for (std::size_t i = 0; i < std::min(most, entries.size()); ++i)
      text += fmt::format("  {}\n", text_of(entries[i]));
    if (entries.size() > most) text += "  ... (--all lists them all)\n";
  }
  if (!d.same_arguments)
    text +=
        "The results had different arguments (--seed, --arguments), so that small differences may "
        "come from these.\n";
  if (!d.whole) text += "Not all was measured in both results.\n";
  text += fmt::format(
      "{} passed {} limit, {} grew beyond {}, {} grew within, {} shrank, {} within again, {} no "
      "longer measured, {} newly measured ({} of them beyond), {} as before\n",
      grouped(d.passed.size()), d.passed.size() == 1 ? "its" : "their", grouped(d.further.size()),
      d.further.size() == 1 ? "it" : "them", grouped(d.grew.size()), grouped(d.shrank.size()),
      grouped(d.back.size()), grouped(d.missing.size()),
      grouped(d.fresh.size() + d.fresh_beyond.size()), grouped(d.fresh_beyond.size()),
      grouped(d.same));
  return text;
}

}  // namespace assay::conformance
