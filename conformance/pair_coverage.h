#pragma once

#include <map>
#include <vector>

#include "conformance/knobs.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// The pairs of knob values that judged cases had, by operator. What was skipped had none.
class PairCoverage {
 public:
  void add(const Knobs& knobs, const specs::Case& c, const Route& route);
  void merge(const PairCoverage& other);
  /// Empty where no case of the operator was judged.
  const std::vector<bool>& of(const specs::Spec& spec) const;

  specs::Json to_json() const;
  static PairCoverage from_json(const specs::Json& json, const specs::Catalogue& catalogue);

 private:
  std::map<const specs::Spec*, std::vector<bool>> pairs_;
  Knobs::Values values_;
};

}  // namespace assay::conformance
