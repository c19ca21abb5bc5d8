#include "specs/rule_needs.h"

#include <algorithm>

namespace assay::specs {
namespace {

/// Which facets an expression reads that stands in a rule of a facet.
class Needs {
 public:
  Needs(const JsonPlace& place, std::size_t facet, const Spec& spec,
        std::vector<std::size_t>& needs)
      : place_(place), facet_(facet), spec_(spec), needs_(needs) {}

  void add(const ops::Reference& r) {
    of_first_ = r.of_first;
    const ops::Member& m = spec_.signature.members[r.member];
    if (m.may_be_absent() && r.part != ops::Part::Presence)
      add(facet_index(spec_, r.member, Aspect::Length));
    switch (r.part) {
      case ops::Part::DataType:
        return need(r.member, Aspect::DataType);
      case ops::Part::DimensionCount:
        return need(r.member, Aspect::Dimensions);
      case ops::Part::Strides:
        need(r.member, Aspect::Strides);
        [[fallthrough]];
      case ops::Part::Sizes:
        need(r.member, Aspect::Dimensions);
        return need(r.member, Aspect::Sizes);
      case ops::Part::Value:
        if (is_array(m.kind)) need(r.member, Aspect::Length);
        return need(r.member, Aspect::Value);
      case ops::Part::Presence:
        return need(r.member, Aspect::Length);
    }
  }
  bool of_others() const { return of_others_; }

 private:
  void add(std::size_t f) {
    if (std::find(needs_.begin(), needs_.end(), f) == needs_.end()) needs_.push_back(f);
  }

  void need(std::size_t member, Aspect aspect) {
    const std::size_t f = facet_index(spec_, member, aspect);
    if (f == facet_ && of_first_) {
      of_others_ = true;
      return;
    }
    if (f == facet_)
      place_.fail(
          "reads what the rule constrains; a rule reads other members, or what is drawn before");
    // The cases of a batch have their data types in common, so these are drawn before everything
    // else.
    const bool of_type = spec_.facets[facet_].aspect == Aspect::DataType;
    if (of_type && aspect != Aspect::DataType)
      place_.fail("a data type follows from data types alone");
    if (of_type && spec_.signature.members[member].may_be_absent() && !of_first_)
      place_.fail("a data type follows from no tensor that may be left out");
    add(f);
  }

  const JsonPlace& place_;
  const std::size_t facet_;
  const Spec& spec_;
  std::vector<std::size_t>& needs_;
  bool of_first_ = false, of_others_ = false;
};

}  // namespace

std::size_t facet_index(const Spec& spec, std::size_t member, Aspect aspect) {
  return static_cast<std::size_t>(spec.facet(member, aspect) - spec.facets.data());
}

bool add_needs(const JsonPlace& place, const ops::Expression& e, std::size_t facet,
               const Spec& spec, std::vector<std::size_t>& needs) {
  Needs all(place, facet, spec, needs);
  for (const ops::Reference& r : e.references()) all.add(r);
  return all.of_others();
}

void add_own_needs(std::size_t member, const Spec& spec, Preferences& preferences_need) {
  const ops::Member& m = spec.signature.members[member];
  if (m.may_be_absent()) {
    const std::size_t length = facet_index(spec, member, Aspect::Length);
    for (std::size_t f = 0; f < spec.facets.size(); ++f)
      if (spec.facets[f].member == member && f != length) preferences_need[f].push_back(length);
  }
  if (is_tensor(m.kind)) return;
  for (std::size_t i = 0; i < spec.signature.members.size(); ++i) {
    const ops::Member& other = spec.signature.members[i];
    if (is_tensor(other.kind)) continue;
    if (other.place == m.within || other.place == m.type_place || other.place == m.choice_place)
      preferences_need[facet_index(spec, member, Aspect::Value)].push_back(
          facet_index(spec, i, Aspect::Value));
  }
}

}  // namespace assay::specs
