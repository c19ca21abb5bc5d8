// A condition is the text of a property, or of several of which one must hold. The properties of a
// line are kept, since several waivers ask for those of the same one.
#include "conformance/findings/conditions.h"

#include <algorithm>
#include <utility>

#include "conformance/route/route.h"
#include "specs/case_text.h"

namespace assay::conformance {

bool Conditions::hold(const std::vector<std::string>& conditions, const std::string& line) {
  if (line != line_) {
    const specs::Case c = specs::parse_case(line, catalogue_);
    has_ = properties_.of(knobs(*c.spec), c, parse_route(c.route));
    line_ = line;
  }
  return std::ranges::all_of(conditions, [&](const std::string& condition) {
    return std::ranges::any_of(Properties::alternatives_of(condition), [&](const std::string& one) {
      const auto id = properties_.find(one);
      return id && properties_.holds(*id, has_);
    });
  });
}

bool Conditions::is_possible(const std::string& condition, const specs::Spec& spec) {
  auto found = possible_.find(&spec);
  if (found == possible_.end())
    found = possible_.emplace(&spec, Properties::possible(knobs(spec))).first;
  return found->second.is_possible(condition);
}

const Knobs& Conditions::knobs(const specs::Spec& spec) {
  const auto found = knobs_.find(&spec);
  if (found != knobs_.end()) return found->second;
  return knobs_.emplace(&spec, Knobs(spec, opencl::KernelFile())).first->second;
}

}  // namespace assay::conformance
