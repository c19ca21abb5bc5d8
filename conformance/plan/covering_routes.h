#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "conformance/plan/build_order.h"
#include "conformance/plan/open_goals.h"

namespace assay::conformance {

/// Chooses the routes of a covering's batches, so that each reaches many open goals.
class CoveringRoutes {
 public:
  /// By a knob's index in Knobs::all(), the index of its value.
  using Fixed = std::map<std::size_t, std::size_t>;

  /// `goals` and `open` must outlive this.
  CoveringRoutes(const Goals& goals, const OpenGoals& open, Strength strength)
      : goals_(goals), knobs_(goals.knobs()), open_(open), strength_(strength) {}

  /// The route of a batch that begins with this case: what the key builds, the fixed values, and
  /// for each other knob of the route the value that reaches most open pairs. Values that some
  /// devices lack are used only if `with_optional`.
  Route choose(const specs::Case& c, const BuildKey& key, const Fixed& fixed, bool with_optional,
               specs::Chooser& choose) const;

 private:
  /// Of the values of knob `j` that are possible with the chosen values, the one that reaches most
  /// open pairs.
  std::size_t best_value(std::size_t j, const std::vector<std::size_t>& chosen,
                         const specs::Case& c, bool with_optional, specs::Chooser& choose) const;

  const Goals& goals_;
  const Knobs& knobs_;
  const OpenGoals& open_;
  const Strength strength_;
};

}  // namespace assay::conformance
