#pragma once

#include "conformance/plan/marks_by_operator.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// What judged cases had: pairs of knob values, and turning points (turning_goals.h). Skipped cases
/// do not count.
struct Covered {
  MarksByOperator pairs, turning_points;

  void merge(const Covered& other);
  /// Keeps only what `known` lacks, and adds it to `known`.
  void keep_new(Covered& known);

  specs::Json to_json() const;
  static Covered from_json(const specs::Json& json, const specs::Catalogue& catalogue);
};

}  // namespace assay::conformance
