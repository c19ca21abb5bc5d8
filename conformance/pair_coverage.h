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
  /// Keeps only the pairs that `known` lacks, which are known from then on.
  void keep_new(PairCoverage& known);
  /// Empty where no case of the operator was judged.
  const Knobs::Marks& of(const specs::Spec& spec) const;

  specs::Json to_json() const;
  static PairCoverage from_json(const specs::Json& json, const specs::Catalogue& catalogue);

 private:
  std::map<const specs::Spec*, Knobs::Marks> pairs_;
  Knobs::Values values_;
  /// Of the case that was added last, and whose it is.
  Knobs::Values last_;
  const Knobs* last_of_ = nullptr;
};

}  // namespace assay::conformance
