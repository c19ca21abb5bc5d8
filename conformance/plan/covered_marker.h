#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conformance/plan/covered.h"
#include "conformance/route/knobs.h"

namespace assay::conformance {

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
