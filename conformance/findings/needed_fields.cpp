// A field is made usual, and the case is run again. Where it still fails, its failure does not need
// the field.
#include "conformance/findings/needed_fields.h"

#include <optional>

#include "conformance/route/route_field.h"
#include "specs/case_text.h"

namespace assay::conformance {
namespace {

std::uint64_t unusual_fields(const Route& route) {
  std::uint64_t fields = 0;
  for (std::size_t f = 0; f < route_fields().size(); ++f)
    if (!route_fields()[f].is_usual(route)) fields |= std::uint64_t{1} << f;
  return fields;
}

}  // namespace

NeededFields::NeededFields(const std::vector<FailedCase>& failed,
                           const specs::Catalogue& catalogue) {
  for (const FailedCase& f : failed)
    if (!f.shrunk.empty())
      needed_[key_of(f)] |=
          unusual_fields(parse_route(specs::parse_case(f.shrunk, catalogue).route));
}

std::vector<NeededFields::Tried> NeededFields::without_each(const specs::Case& c,
                                                            const Route& route,
                                                            const TryCase& try_case) {
  std::vector<Tried> tried;
  for (const Route& simpler : simpler_routes(route))
    if (const auto failure = try_case(c, simpler)) tried.push_back({simpler, !failure->empty()});
  return tried;
}

std::vector<NeededFields::Tried> NeededFields::find_out(const FailedCase& failed,
                                                        const specs::Case& c, const Route& route,
                                                        const TryCase& try_case) {
  std::vector<Tried> tried;
  const auto fails = [&](const Route& simpler) {
    const std::optional<std::string> failure = try_case(c, simpler);
    if (failure) tried.push_back({simpler, !failure->empty()});
    return failure && !failure->empty();
  };
  Route least = route;
  for (const RouteField& field : route_fields()) field.make_usual(least);
  if (!fails(least)) {
    least = route;
    for (const RouteField& field : route_fields()) {
      Route simpler = least;
      field.make_usual(simpler);
      if (!field.is_usual(least) && fails(simpler)) least = simpler;
    }
  }
  needed_[key_of(failed)] |= unusual_fields(least);
  return tried;
}

Route NeededFields::reduced(const FailedCase& failed, Route route) const {
  const auto found = needed_.find(key_of(failed));
  if (found == needed_.end()) return route;
  for (std::size_t f = 0; f < route_fields().size(); ++f)
    if ((found->second >> f & 1) == 0) route_fields()[f].make_usual(route);
  return route;
}

bool NeededFields::may_be_cause(const FailedCase& failed, std::string_view name) const {
  const auto found = needed_.find(key_of(failed));
  if (found == needed_.end() || found->second == 0) return true;
  for (std::size_t f = 0; f < route_fields().size(); ++f)
    if (route_fields()[f].name == name) return (found->second >> f & 1) != 0;
  return true;
}

}  // namespace assay::conformance
