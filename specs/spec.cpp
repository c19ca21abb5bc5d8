// These functions look things up in a spec's tables.
#include "specs/spec.h"

#include <fmt/format.h>

namespace assay::specs {

const Support* Spec::support_at(Level level) const {
  const Support* found = nullptr;
  for (const Support& s : support)
    if (s.level <= level) found = &s;
  return found;
}

const Facet* Spec::facet(std::size_t member, Aspect aspect) const {
  for (const Facet& f : facets)
    if (f.member == member && f.aspect == aspect) return &f;
  return nullptr;
}

std::string Spec::where(const Rule& rule) const {
  const std::size_t member = facets[rule.facet].member;
  const bool of_member = rule.path.empty() && member != Facet::kNoMember;
  return origins->of(of_member ? fmt::format("members/{}", member) : rule.path, {}).place;
}

const DataRule* Spec::values_rule(std::size_t place) const {
  for (const DataRule& r : data_rules)
    if (r.in && signature.members[r.member].place == place) return &r;
  return nullptr;
}

}  // namespace assay::specs
