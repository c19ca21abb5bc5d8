#pragma once

#include <map>
#include <vector>

#include "conformance/route/knobs.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// The pairs of knob values that judged cases had, by operator. Skipped cases do not count.
class PairCoverage {
 public:
  void merge(const PairCoverage& other);
  /// Keeps only the pairs that `known` lacks, and adds these to `known`.
  void keep_new(PairCoverage& known);
  /// The marks of an operator. Empty if no case of it was judged.
  const Knobs::Marks& of(const specs::Spec& spec) const;

  specs::Json to_json() const;
  static PairCoverage from_json(const specs::Json& json, const specs::Catalogue& catalogue);

 private:
  std::map<const specs::Spec*, Knobs::Marks> pairs_;
  friend class PairMarker;
};

/// Adds the pairs of cases of one operator on one route. `to` and `knobs` must outlive it. Where
/// `local_size` is not 0, the launch had that one and not what the route asks for: what was not had
/// is not covered.
class PairMarker {
 public:
  PairMarker(PairCoverage& to, const Knobs& knobs, const Route& route, std::size_t local_size = 0)
      : to_(to), knobs_(knobs), route_(route) {
    if (local_size > 0) route_.launch.local = local_size;
  }
  void add(const specs::Case& c);

 private:
  PairCoverage& to_;
  const Knobs& knobs_;
  Route route_;
  Knobs::Marks* marks_ = nullptr;
  /// The values of a case, and those of the case before it, if there is one.
  Knobs::Values values_, last_;
};

}  // namespace assay::conformance
