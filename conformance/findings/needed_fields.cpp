// A field is made usual, and the case is run again. Where it still fails in the same way, its
// failure does not need the field.
#include "conformance/findings/needed_fields.h"

#include <algorithm>
#include <optional>

#include "conformance/route/route_field.h"
#include "specs/case_text.h"

namespace assay::conformance {
namespace {

/// Two faults may show in one batch, so that one case does not speak for all.
constexpr std::size_t kEnough = 3;

std::uint64_t unusual_fields(const Route& route) {
  std::uint64_t fields = 0;
  for (std::size_t f = 0; f < route_fields().size(); ++f)
    if (!route_fields()[f].is_usual(route)) fields |= std::uint64_t{1} << f;
  return fields;
}

/// The bit of the field with this name; 0 if there is none.
std::uint64_t bit_of(std::string_view name) {
  for (std::size_t f = 0; f < route_fields().size(); ++f)
    if (route_fields()[f].name == name) return std::uint64_t{1} << f;
  return 0;
}

}  // namespace

NeededFields::NeededFields(const std::vector<FailedCase>& failed,
                           const specs::Catalogue& catalogue) {
  for (const FailedCase& f : failed) {
    Needed& needed = needed_[key_of(f)];
    ++needed.failing;
    if (f.shrunk.empty()) continue;
    ++needed.known;
    needed.fields |= unusual_fields(parse_route(specs::parse_case(f.shrunk, catalogue).route));
  }
}

void NeededFields::Needed::prove(std::uint64_t more) {
  ++seen;
  proven &= more;
}

std::vector<NeededFields::Tried> NeededFields::without_each(const FailedCase& failed,
                                                            const specs::Case& c,
                                                            const Route& route,
                                                            const TryCase& try_case) {
  std::vector<Tried> tried;
  bool all_judged = true;
  if (!proven_of_line_.contains(failed.shrunk)) {
    std::uint64_t proven = 0;
    for (const Route& simpler : simpler_routes(route)) {
      const auto failure = try_case(c, simpler);
      all_judged &= failure.has_value();
      if (!failure) continue;
      tried.push_back({simpler, *failure});
      if (failure->empty()) proven |= unusual_fields(route) & ~unusual_fields(simpler);
    }
    if (all_judged) proven_of_line_.emplace(failed.shrunk, proven);
  }
  if (all_judged) needed_.at(key_of(failed)).prove(proven_of_line_.at(failed.shrunk));
  return tried;
}

std::size_t NeededFields::wanting(const FailedCase& failed) const {
  const Needed& needed = needed_.at(key_of(failed));
  const std::size_t enough = std::min(kEnough, needed.failing);
  return enough - std::min(enough, needed.known);
}

std::vector<NeededFields::Tried> NeededFields::find_out(const FailedCase& failed,
                                                        const specs::Case& c, const Route& route,
                                                        const TryCase& try_case) {
  std::vector<Tried> tried;
  bool all_judged = true;
  std::uint64_t proven = 0;
  Route plain = route;
  for (const RouteField& field : route_fields()) field.make_usual(plain);
  Route least = route;
  // Gives whether the case passes with a simpler route, and goes on from that if it fails alike.
  const auto passes = [&](const Route& simpler) {
    const std::optional<std::string> failure = try_case(c, simpler);
    all_judged &= failure.has_value();
    if (!failure) return false;
    tried.push_back({simpler, *failure});
    if (*failure == failed.failure) least = simpler;
    return failure->empty();
  };
  const bool passes_plain = passes(plain);
  for (const RouteField& field : route_fields()) {
    Route simpler = least;
    field.make_usual(simpler);
    if (simpler == least) continue;
    const std::uint64_t bit = unusual_fields(least) & ~unusual_fields(simpler);
    if (simpler == plain ? passes_plain : passes(simpler)) proven |= bit;
  }
  if (!all_judged) return tried;
  // A case that fails only beside others of its batch passes here with each route.
  if (proven != 0 && try_case(c, route) != failed.failure) proven = 0;
  Needed& needed = needed_.at(key_of(failed));
  ++needed.known;
  needed.fields |= unusual_fields(least);
  needed.prove(proven);
  return tried;
}

const NeededFields::Needed* NeededFields::known(const FailedCase& failed) const {
  return wanting(failed) == 0 ? &needed_.at(key_of(failed)) : nullptr;
}

Route NeededFields::reduced(const FailedCase& failed, Route route) const {
  const Needed* needed = known(failed);
  if (!needed) return route;
  for (std::size_t f = 0; f < route_fields().size(); ++f)
    if ((needed->fields >> f & 1) == 0) route_fields()[f].make_usual(route);
  return route;
}

bool NeededFields::may_be_cause(const FailedCase& failed, std::string_view field) const {
  const Needed* needed = known(failed);
  const std::uint64_t bit = bit_of(field);
  return !needed || needed->fields == 0 || bit == 0 || (needed->fields & bit) != 0;
}

std::uint64_t NeededFields::proven(const FailedCase& failed) const {
  if (const auto own = proven_of_line_.find(failed.shrunk); own != proven_of_line_.end())
    return own->second;
  if (!failed.shrunk.empty()) return 0;
  const Needed& needed = needed_.at(key_of(failed));
  return needed.seen >= std::min(kEnough, needed.failing) ? needed.proven : 0;
}

}  // namespace assay::conformance
