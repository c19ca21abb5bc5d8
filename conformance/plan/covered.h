#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "conformance/route/knobs.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// Which of the numbered goals of an operator its cases reached, for several operators.
class MarksByOperator {
 public:
  void merge(const MarksByOperator& other);
  /// Keeps only what `known` lacks, and adds it to `known`.
  void keep_new(MarksByOperator& known);
  /// The marks of an operator. Empty if no case of it was added.
  const Knobs::Marks& of(const specs::Spec& spec) const;
  /// The same, to be written to. There are at least `size` marks.
  Knobs::Marks& at_least(const specs::Spec& spec, std::size_t size);

  specs::Json to_json() const;
  static MarksByOperator from_json(const specs::Json& json, const specs::Catalogue& catalogue);

 private:
  std::map<const specs::Spec*, Knobs::Marks> marks_;
};

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

/// Adds what cases of one operator on one route have. `to` and `knobs` must outlive it. Where
/// `local_size` is not 0, the launch had that one and not what the route asks for: what was not had
/// is not covered.
class CoveredMarker {
 public:
  CoveredMarker(Covered& to, const Knobs& knobs, const Route& route, std::size_t local_size = 0)
      : to_(to), knobs_(knobs), route_(route) {
    if (local_size > 0) route_.launch.local = local_size;
  }
  void add(const specs::Case& c);

 private:
  Covered& to_;
  const Knobs& knobs_;
  Route route_;
  Knobs::Marks *pairs_ = nullptr, *turning_points_ = nullptr;
  /// The values of a case, and those of the case before it, if there is one.
  Knobs::Values values_, last_;
  std::vector<std::uint16_t> reached_;
};

}  // namespace assay::conformance
